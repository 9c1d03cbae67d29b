/** Plugin archives: a package from the registry (.tgz), or the same files as a .zip. */
import { readObject } from '../../providers/text/read-json'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { invalid } from '../../../errors'
import { BookFile } from '../../../media/contents/book-file'
import { BadFile } from '../../../media/contents/contents'
import { TarPass } from '../../../media/archives/tar/tar-pass'
import { openZip, readZipEntry } from '../../../media/archives/zip/zip'
import { yieldToEventLoop } from '../../../platform/lib/yield'
import { pluginMessages } from '../messages'

export const maxArchiveBytes = 20 * 1024 * 1024
const maxUnpackedBytes = 64 * 1024 * 1024
const maxFiles = 2000
/** Maximum length of a file name in common file systems. */
const maxNameBytes = 255

export interface Package {
  name: string
  version: string
  /** Path of the script that is run. */
  entry: string
  /** Keyed by path within the package. */
  files: ReadonlyMap<string, Uint8Array>
}

const unreadable = () => invalid(pluginMessages.archive_unreadable())
const tooLarge = () => {
  const params = { max: maxUnpackedBytes / 1024 / 1024, files: maxFiles }
  return invalid(pluginMessages.archive_too_large(params))
}

/** Throws a `Refusal` if the archive is not a plugin or is too large. */
export async function readPluginPackage(archive: Uint8Array): Promise<Package> {
  if (archive.length > maxArchiveBytes) throw tooLarge()
  const found = isZip(archive) ? await unpackZip(archive) : readTar(await gunzip(archive))
  const files = stripFolder(found)
  if (hasFileAsFolder(files)) throw unreadable()
  const { name, version, main, bin } = readPackageFile(files.get('package.json'))
  if (name === '' || version === '') throw unreadable()
  return { name, version, files, entry: findEntry(files, [main, bin]) }
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * Reads only regular files. No file is larger than the archive, because compressed or sparse
 * content is not expanded.
 */
function readTar(tar: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  const pass = new TarPass(
    ({ size }) => size,
    ({ name }, bytes) => {
      addFile(files, name, bytes)
      return true
    },
  )
  try {
    pass.push(tar)
    const { entries, cut } = pass.end(false)
    if (cut) throw unreadable()
    for (const { name, size } of entries) if (size === 0) addFile(files, name, new Uint8Array())
  } catch (error) {
    throw error instanceof BadFile ? tooLarge() : error
  }
  return files
}

/** Unpacks up to the storage limit, because a small archive can contain a huge file. */
async function gunzip(archive: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    const unpacked = new Blob([archive as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream('gzip'))
    for await (const part of unpacked) {
      size += part.length
      if (size > maxUnpackedBytes) break
      parts.push(part)
    }
  } catch {
    throw unreadable()
  }
  if (size > maxUnpackedBytes) throw tooLarge()
  return Buffer.concat(parts)
}

async function unpackZip(archive: Uint8Array): Promise<Map<string, Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-plugin-'))
  try {
    const path = join(folder, 'plugin.zip')
    await Bun.write(path, archive)
    return await readZip(path)
  } catch (error) {
    throw error instanceof BadFile ? unreadable() : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readZip(path: string): Promise<Map<string, Uint8Array>> {
  using file = new BookFile(path)
  const zip = openZip(file)
  const files = new Map<string, Uint8Array>()
  let left = maxUnpackedBytes
  for (const entry of zip.entries) {
    if (entry.name.endsWith('/') || entry.symlink) continue
    if (entry.size > left) throw tooLarge()
    left -= entry.size
    addFile(files, entry.name, readZipEntry(zip, entry, maxUnpackedBytes))
    await yieldToEventLoop()
  }
  return files
}

function addFile(files: Map<string, Uint8Array>, path: string, bytes: Uint8Array) {
  if (files.size >= maxFiles) throw tooLarge()
  if (!isSafePath(path)) throw unreadable()
  files.set(path.replace(/^(\.\/)+/, ''), bytes)
}

/** Checks whether the path stays inside the package folder on every operating system. */
const isSafePath = (path: string) =>
  path.length <= 300 &&
  path.split('/').every((part) => Buffer.byteLength(part) <= maxNameBytes) &&
  !/[\\:\p{Cc}]/u.test(path) &&
  !path.startsWith('/') &&
  path.split('/').every((part, at) => part !== '..' && (part !== '.' || at === 0) && part !== '')

const hasFileAsFolder = (files: ReadonlyMap<string, Uint8Array>) =>
  [...files.keys()].some((path) => {
    const parts = path.split('/')
    return parts.some((_, at) => at > 0 && files.has(parts.slice(0, at).join('/')))
  })

/** Removes the folder that contains all files of a registry archive. */
function stripFolder(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  if (files.has('package.json')) return new Map(files)
  const folders = new Set([...files.keys()].map((path) => path.split('/')[0]!))
  if (folders.size !== 1) throw unreadable()
  return new Map([...files].map(([path, bytes]) => [path.slice(path.indexOf('/') + 1), bytes]))
}

function readPackageFile(bytes: Uint8Array | undefined) {
  if (!bytes) throw unreadable()
  const { name, version, main, bin } = readObject(parseJson(bytes))
  const program = typeof bin === 'object' && bin !== null ? Object.values(bin)[0] : bin
  return {
    name: readText(name),
    version: readText(version).slice(0, 100),
    main: readText(main),
    bin: readText(program),
  }
}

const readText = (value: unknown) => (typeof value === 'string' ? value.slice(0, 214) : '')

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    throw unreadable()
  }
}

function findEntry(files: ReadonlyMap<string, Uint8Array>, named: readonly string[]): string {
  const candidates = [...named, 'dist/index.js', 'index.js', 'index.ts']
  const entry = candidates
    .map((path) => path.replace(/^(\.\/)+/, ''))
    .find((path) => files.has(path) && /\.[cm]?[jt]s$/.test(path))
  if (entry !== undefined) return entry
  const wanted = named.find((path) => path !== '') ?? 'index.js'
  throw invalid(pluginMessages.no_program({ entry: wanted }))
}
