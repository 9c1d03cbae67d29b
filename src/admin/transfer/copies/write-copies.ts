/**
 * Writes copies of books that contain Quire's metadata. Never writes into a library or over an
 * existing file.
 */
import { existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { Context } from '../../../context'
import { replaceMetadata } from '../../../media/epub/write-metadata'
import { writeComicInfo } from '../../../media/metadata/write-comic-info'
import { writeSeriesJson } from '../../../media/metadata/write-series-json'
import { formatMegabytes, getFreeBytes } from '../../../platform/db/backups/disk-space'
import { ExportRefused } from '../files/archive-writer'
import {
  type CopySource,
  findSeriesLabels,
  findLibraryId,
  listAllRoots,
  listCopiedBooks,
} from './copies-queries'
import {
  copyArchive,
  findByBaseName,
  findPackage,
  isUnfit,
  readDocument,
  type Replacement,
} from './copy-archive'
import {
  buildComicInfo,
  buildEpubMetadata,
  buildSeriesJson,
  type DescribedBook,
} from './copy-metadata'
import type { Zip } from '../../../media/archives/zip/zip'

export type CopyFormat = 'comicinfo' | 'opf' | 'series-json'

export interface CopyOptions {
  format: CopyFormat
  to: string
  /** Name or ID. */
  library?: string | undefined
  /** ID. */
  series?: string | undefined
}

export interface CopyReport {
  /** Number of files. */
  written: number
  /** Paths below the target that were not written, with the reason. */
  skipped: { path: string; reason: string }[]
}

type CopyContext = Pick<Context, 'db'>

/**
 * Throws `ExportRefused` if the target overlaps a library folder, or if there is no such library.
 */
export async function writeCopies({ db }: CopyContext, options: CopyOptions): Promise<CopyReport> {
  const roots = await listAllRoots(db)
  const to = resolve(options.to)
  for (const { path } of roots) requireOutside(to, path)
  const source = await findSource({ db }, options)
  const folders = nameFolders(roots)
  const report: CopyReport = { written: 0, skipped: [] }
  const seen = new Set<string>()
  for (let after = 0; ;) {
    const rows = await listCopiedBooks(db, source, after)
    if (rows.length === 0) return report
    after = rows.at(-1)!.book.n
    const labels = await findSeriesLabels(db, [...new Set(rows.map(({ series }) => series.id))])
    for (const row of rows) {
      const names = (kind: 'genres' | 'tags') =>
        (labels[kind].get(row.series.id) ?? []).map(({ name }) => name)
      const described = { ...row, genres: names('genres'), tags: names('tags') }
      writeCopy(described, { to: join(to, folders.get(row.root.id)!), options, report, seen })
    }
  }
}

async function findSource({ db }: CopyContext, options: CopyOptions): Promise<CopySource> {
  if (options.series !== undefined) return { seriesId: options.series }
  if (options.library === undefined) return {}
  const libraryId = await findLibraryId(db, options.library)
  if (libraryId === undefined) throw new ExportRefused(`There is no library "${options.library}".`)
  return { libraryId }
}

/**
 * Throws `ExportRefused` if one folder is inside the other. Resolves links, including those in the
 * parents of a folder that does not exist yet.
 */
function requireOutside(target: string, root: string) {
  const [copies, library] = [resolveLinks(target), resolveLinks(root)]
  if (!isWithin(copies, library) && !isWithin(library, copies)) return
  throw new ExportRefused(
    `${target} and the library folder ${root} are inside each other. Quire never writes into a library: choose another folder.`,
  )
}

function resolveLinks(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(path)
  return parent === path ? path : join(resolveLinks(parent), basename(path))
}

const isWithin = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/**
 * Chooses a folder below the target for each root folder. Only libraries with several roots need
 * one.
 */
function nameFolders(roots: Awaited<ReturnType<typeof listAllRoots>>): Map<string, string> {
  const names = new Map<string, string>()
  for (const ofLibrary of Map.groupBy(roots, ({ libraryId }) => libraryId).values()) {
    for (const [index, { id, path }] of ofLibrary.entries())
      names.set(id, ofLibrary.length === 1 ? '' : `${index + 1} ${basename(path)}`)
  }
  return names
}

interface Copying {
  to: string
  options: CopyOptions
  report: CopyReport
  /** Target paths that this export has already handled. */
  seen: Set<string>
}

function writeCopy(described: DescribedBook, { to, options: { format }, report, seen }: Copying) {
  const { relativePath } = described.book
  const isOfSeries = format === 'series-json'
  const path = isOfSeries ? join(dirname(relativePath), 'series.json') : relativePath
  const target = join(to, path)
  // All books of a series share its `series.json`.
  if (seen.has(target)) return
  seen.add(target)
  const reason = isOfSeries ? writeSeries(described, target) : copyBook(described, target, format)
  if (reason === undefined) report.written++
  else report.skipped.push({ path, reason })
}

/** Returns undefined, or the reason why nothing was written. */
function writeSeries(described: DescribedBook, target: string) {
  if (existsSync(target)) return 'already exists'
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, writeSeriesJson(buildSeriesJson(described)), { flag: 'wx' })
  return undefined
}

function copyBook(described: DescribedBook, target: string, format: 'comicinfo' | 'opf') {
  const source = join(described.root.path, described.book.relativePath)
  if (existsSync(target)) return 'already exists'
  if (!existsSync(source)) return 'the book is missing'
  if (!statSync(source).isFile()) return 'only ZIP archives can be copied'
  if (format === 'opf' && described.book.format !== 'epub') return 'is no EPUB'
  if (format === 'comicinfo' && described.book.format !== 'cbz') return 'is no CBZ'
  mkdirSync(dirname(target), { recursive: true })
  requireSpace(target, statSync(source).size)
  try {
    const find = format === 'opf' ? findOpf(described) : findComicInfo(described)
    return copyArchive(source, target, find) ? undefined : 'has no package document'
  } catch (error) {
    if (isUnfit(error)) return 'is damaged or encrypted'
    throw error
  }
}

/** Free space that a copy needs for its metadata, in addition to the size of the book. */
const reservedBytes = 4 * 1024 * 1024

function requireSpace(target: string, size: number) {
  const free = getFreeBytes(dirname(target))
  if (free >= size + reservedBytes) return
  throw new ExportRefused(
    `The disk has only ${formatMegabytes(free)} free, and ${basename(target)} needs ${formatMegabytes(size)}. The copies made before it are complete; export again to continue.`,
  )
}

const findComicInfo =
  (described: DescribedBook) =>
  (zip: Zip): Replacement => {
    const entry = findByBaseName(zip, 'comicinfo.xml')
    const existing = entry ? readDocument(zip, entry) : null
    const text = writeComicInfo(buildComicInfo(described), existing)
    return { name: entry?.name ?? 'ComicInfo.xml', text }
  }

const findOpf =
  (described: DescribedBook) =>
  (zip: Zip): Replacement | undefined => {
    const entry = findPackage(zip)
    const text = entry && replaceMetadata(readDocument(zip, entry), buildEpubMetadata(described))
    return entry && text ? { name: entry.name, text } : undefined
  }
