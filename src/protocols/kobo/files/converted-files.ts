/**
 * Keeps e-books that are generated for devices in a disk cache of limited size. Downloads from the
 * cache have a known length and can be resumed.
 */
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeZip } from 'client-zip'
import { bookMessages } from '../../../catalog/books/messages'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Config } from '../../../platform/config/model'
import type { Content, Recipient } from '../../../platform/http/responses/content'
import { PageCache } from '../../../reading/pages/cache/page-cache'
import { waitOrAbort } from '../../../reading/pages/shared-work'
import { koboLogMessages } from '../messages'
import { GrowingFile } from './growing-file'

export interface EpubEntry {
  name: string
  input: string | Blob | Uint8Array<ArrayBuffer>
}

export interface ConvertedEpub {
  bookId: string
  /** Target format, such as `kepub`. Part of the name of the cache file. */
  form: string
  /** Download file name. */
  name: string
  /** Changes whenever the content changes. */
  etag: string
  lastModified: Date
  /** Approximate size of the result. */
  expectedBytes: number
  /**
   * True if generating the file takes so long that it is sent while it is being generated. The
   * length of the first download is then unknown.
   */
  isSlow: boolean
  listEntries(signal: AbortSignal): AsyncIterable<EpubEntry>
}

interface Build {
  file: GrowingFile
  done: Promise<void>
}

/**
 * Limits concurrent builds, because each one renders or unpacks files. A build continues if the
 * client disconnects, so that the client can request the rest later.
 */
const maxBuilds = 4
const buildTimeoutMs = 30 * 60_000
const mediaType = 'application/epub+zip'

class ConvertedFiles {
  readonly cache: PageCache
  /** Keyed by cache file name. */
  readonly builds = new Map<string, Promise<Build>>()

  constructor({ data_dir: dataFolder, kobo }: Config) {
    const maxBytes = kobo.cache_mb * 1024 * 1024
    this.cache = new PageCache(join(dataFolder, 'cache', 'kobo'), () => maxBytes)
  }
}

const byConfig = new WeakMap<Config, ConvertedFiles>()

function getConvertedFiles({ config }: Context): ConvertedFiles {
  const files = byConfig.get(config) ?? new ConvertedFiles(config)
  byConfig.set(config, files)
  return files
}

/**
 * Returns the e-book, from the cache if possible. A build starts only when the content is opened.
 */
export async function getConvertedEpub(ctx: Context, epub: ConvertedEpub): Promise<Content> {
  const files = getConvertedFiles(ctx)
  const name = `${epub.bookId}-${epub.form}-${epub.etag.replaceAll('"', '')}.epub`
  const stored: Content = {
    type: mediaType,
    etag: epub.etag,
    caching: 'revalidate',
    fileName: epub.name,
    open: async () => Bun.file(files.cache.path(name)),
  }
  if (await files.cache.touch(name)) return stored
  const open = async ({ signal }: Recipient) => {
    const build = await joinBuild(ctx, files, name, epub)
    const growing = epub.isSlow ? build.file.stream() : undefined
    if (growing) return growing
    await waitOrAbort(build.done, signal)
    return stored
  }
  return { ...stored, isGenerated: true, open }
}

/** Concurrent requests for the same e-book share one build. */
function joinBuild(ctx: Context, files: ConvertedFiles, name: string, epub: ConvertedEpub) {
  const present = files.builds.get(name)
  if (present) return present
  if (files.builds.size >= maxBuilds) {
    throw new Refusal('unavailable', bookMessages.too_many_downloads(), { retryAfterSeconds: 60 })
  }
  const forget = () => void files.builds.delete(name)
  const build = startBuild(ctx, files.cache, { name, epub, forget }).catch((error: unknown) => {
    forget()
    throw error
  })
  files.builds.set(name, build)
  return build
}

interface BuildOptions {
  /** File name in the cache. */
  name: string
  epub: ConvertedEpub
  /** Called when no more readers can join the build. */
  forget(): void
}

async function startBuild(
  ctx: Context,
  cache: PageCache,
  { name, epub, forget }: BuildOptions,
): Promise<Build> {
  const path = cache.path(name)
  await mkdir(dirname(path), { recursive: true })
  const room = await cache.reserve(epub.expectedBytes)
  // A unique name, because a failed build may still delete its file when the next build begins.
  const part = `${path}.${Bun.randomUUIDv7()}.part`
  const file = await GrowingFile.create(part).catch((error: unknown) => {
    room.release()
    throw error
  })
  const write = async () => {
    try {
      await writeEpub(file, epub)
      await file.finish(path)
      await room.addFile(name, file.bytes)
      forget()
    } catch (error) {
      forget()
      await file.fail()
      throw error
    } finally {
      room.release()
    }
  }
  const done = write()
  done.catch((error: unknown) => {
    ctx.log.error({ err: error, bookId: epub.bookId }, koboLogMessages.conversion_failed())
  })
  return { file, done }
}

async function writeEpub(file: GrowingFile, { lastModified, listEntries }: ConvertedEpub) {
  const signal = AbortSignal.timeout(buildTimeoutMs)
  async function* listDated() {
    // The EPUB container format requires this to be the first entry.
    yield { name: 'mimetype', input: mediaType, lastModified }
    for await (const entry of listEntries(signal)) yield { ...entry, lastModified }
  }
  for await (const chunk of makeZip(listDated())) await file.write(chunk)
}
