/**
 * `bun run ui [--check-fresh]`: builds the interface into `.cache/ui` with Vite, compresses each
 * file with brotli and gzip, and writes a list of all files. Skipped when nothing has changed.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Asset, Bundle } from '../src/web/assets-model'
import { bundleFile } from '../src/web/bundle'
import { generateApiTypes } from './api-types'
import {
  getFilePart,
  listLanguages,
  neededPartsFile,
  sharedPart,
  sourceLanguage,
} from './ui-catalogues'
import { uiConfig, uiOutput, uiRoot, viteOutput } from './ui-config'

interface Chunk {
  file: string
  src?: string
  name?: string
  imports?: string[]
  css?: string[]
  isDynamicEntry?: boolean
}
type Manifest = Record<string, Chunk>

const root = resolve(import.meta.dir, '..')
const stampFile = join(uiOutput, 'stamp')

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  // Browsers show the file as plain text.
  '.md': 'text/plain; charset=utf-8',
}

/** Returns whether a build was necessary. */
export async function buildUi(): Promise<boolean> {
  await generateApiTypes()
  const stamp = computeSourceHash()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
  const { build } = await import('vite')
  rmSync(stampFile, { force: true })
  // Without this, the bundler uses the development build of React when tests call this function.
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  await build({ ...uiConfig(), mode: 'production' })
  if (before === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = before
  writeFileSync(join(uiOutput, bundleFile), JSON.stringify(packAll()))
  writeFileSync(stampFile, stamp)
  return true
}

/** Computes a hash of all inputs. */
function computeSourceHash() {
  const hasher = new Bun.CryptoHasher('sha256')
  const sources = [...new Bun.Glob('src/web/ui/**').scanSync({ cwd: root })]
  const builders = [...new Bun.Glob('.ci/ui*.ts').scanSync({ cwd: root, dot: true })]
  const others = ['bun.lock', 'docs/third-party-notices.md']
  for (const name of [...sources, ...builders, ...others].toSorted()) {
    hasher.update(name).update(readFileSync(join(root, name)))
  }
  return hasher.digest('hex')
}

function packAll(): Bundle {
  const names = [...new Bun.Glob('**').scanSync({ cwd: viteOutput })].toSorted()
  const packed = join(uiOutput, 'packed')
  rmSync(packed, { recursive: true, force: true })
  mkdirSync(packed, { recursive: true })
  const assets = names.filter((name) => types[extname(name)]).map((name) => pack(name, packed))
  const manifest = JSON.parse(readFileSync(join(viteOutput, 'manifest.json'), 'utf8')) as Manifest
  const html = readFileSync(join(viteOutput, 'index.html'), 'utf8')
  return {
    html,
    assets,
    preloads: listPreloads(html, manifest, names),
    languages: [sourceLanguage, ...listLanguages(uiRoot)],
  }
}

function pack(name: string, folder: string): Asset {
  const bytes = readFileSync(join(viteOutput, name))
  const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 20)
  const asset: Asset = {
    name,
    type: types[extname(name)] ?? 'application/octet-stream',
    hash,
    raw: `vite/${name}`,
  }
  if (/\.(woff2|png)$/.test(name)) return asset
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  const forms = { br: brotliCompressSync(bytes, quality), gz: gzipSync(bytes, { level: 9 }) }
  for (const form of ['br', 'gz'] as const) {
    if (forms[form].byteLength >= bytes.byteLength) continue
    asset[form] = `packed/${hash}-${basename(name)}.${form}`
    writeFileSync(join(folder, basename(asset[form])), forms[form])
  }
  return asset
}

/** Lists the files that every page needs. */
export const listPageFiles = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, name]) => name ?? '')

/** Lists files to preload, keyed as in `Bundle`. */
function listPreloads(
  html: string,
  manifest: Manifest,
  names: readonly string[],
): Bundle['preloads'] {
  const found: Record<string, string[]> = {}
  const catalogs: Catalog[] = []
  const known = new Set(listPageFiles(html))
  for (const [key, chunk] of Object.entries(manifest)) {
    const catalog = readCatalogKey(key, chunk)
    if (catalog) catalogs.push(catalog)
    const label = getLabel(key, chunk)
    if (label === undefined || !chunk.isDynamicEntry) continue
    const parts = listFiles(manifest, chunk).filter((file) => !known.has(file))
    found[label] = [...new Set([...(found[label] ?? []), ...parts])]
  }
  Object.assign(found, listCatalogs(catalogs, { '': [...known], ...found }))
  found['fonts'] = names.filter((name) => /hanken-grotesk-latin-wght-normal.*\.woff2$/.test(name))
  return found
}

/** Modules that the reader loads when it knows the kind of book. */
const readerParts =
  /(?:^|\/)screens\/read\/(?:(pages|text)\/(?:page|text)-reader|pages\/pdf\/layer\/(text-layer))\.tsx$/

/** `logs` in `screens/settings/server/logs/logs-section.tsx`, and what all sections share. */
const settingsParts = /(?:^|\/)screens\/settings\/(?:.+\/)?(?:([\w-]+)-)?section\.tsx$/

function getLabel(key: string, { src = '' }: Chunk): string | undefined {
  const screen = /(?:^|\/)screens\/([\w-]+)\/[\w-]+-screen\.tsx$/.exec(src || key)
  if (screen) return screen[1]
  const part = settingsParts.exec(src || key)
  if (part) return part[1] ? `settings:${part[1]}` : 'settings'
  const reader = readerParts.exec(src || key)
  return reader ? `reader:${reader[1] ?? reader[2]}` : undefined
}

/** A part of the catalog of a language. */
interface Catalog {
  language: string
  part: string
  file: string
}

function readCatalogKey(key: string, { src = '', file }: Chunk): Catalog | undefined {
  const [, language, part] = /virtual:catalogue\/([\w-]+)\/([\w-]+)/.exec(src || key) ?? []
  return language && part ? { language, part, file } : undefined
}

/** Lists the parts of catalogs that the scripts of each label need, by `language:de:home`. */
function listCatalogs(
  catalogs: readonly Catalog[],
  scripts: Readonly<Record<string, readonly string[]>>,
): Record<string, string[]> {
  const neededParts = JSON.parse(readFileSync(join(viteOutput, neededPartsFile), 'utf8')) as Record<
    string,
    string[]
  >
  const found: Record<string, string[]> = {}
  for (const [label, files] of Object.entries(scripts)) {
    const parts = new Set(files.flatMap((file) => neededParts[file] ?? []))
    if (label === '') parts.add(sharedPart)
    for (const { language, part, file } of catalogs) {
      if (![...parts].some((needed) => getFilePart(language, needed) === part)) continue
      ;(found[['language', language, ...(label ? [label] : [])].join(':')] ??= []).push(file)
    }
  }
  return found
}

function listFiles(manifest: Manifest, chunk: Chunk, seen = new Set<Chunk>()): string[] {
  if (seen.has(chunk)) return []
  seen.add(chunk)
  const below = (chunk.imports ?? []).flatMap((key) => {
    const next = manifest[key]
    return next ? listFiles(manifest, next, seen) : []
  })
  return [chunk.file, ...(chunk.css ?? []), ...below]
}

if (import.meta.main) {
  const started = performance.now()
  const isNew = await buildUi()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    isNew ? `The interface was built in ${seconds} s\n` : 'The interface is built already\n',
  )
}
