/**
 * Writes layouts as files, scans them and compares the series with those that a person would
 * expect.
 */
import { mkdirSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { books } from '../../../../src/catalog/books/schema'
import { libraryRoots } from '../../../../src/catalog/libraries/schema'
import { series } from '../../../../src/catalog/series/schema'
import { getStem, getFolder } from '../../../../src/platform/lib/path-names'
import { makeEpub } from '../../../support/make/epub'
import { makePdf } from '../../../support/make/pdf'
import { makePictures } from '../../../support/make/pictures'
import {
  addLibrary,
  makeComic,
  makeFolder,
  scanLibrary,
  writeFiles,
} from '../../scanning/scan-server'
import type { TestServer } from '../../../support/server'

export interface EpubFacts {
  title: string
  author: string
  series?: string
  index?: number
}

export interface Layout {
  name: string
  /** Lines `path | volume chapter` by series title. `Title @2016` also expects the year. */
  expected: Record<string, string[]>
  /** Metadata by path without extension, or by file name without extension. */
  epubs?: Record<string, EpubFacts>
  /** Known limitation: the reason why Quire does not recognize these series. */
  known?: string
}

interface Line {
  path: string
  volume: number | null
  chapter: number | null
}

function parseLine(line: string): Line {
  const [path = '', numbers = ''] = line.split(' | ')
  const [volume, chapter] = numbers.split(' ').map((text) => (text === '-' ? null : Number(text)))
  return { path, volume: volume ?? null, chapter: chapter ?? null }
}

const listLines = ({ expected }: Layout) => Object.values(expected).flat().map(parseLine)

let image: Promise<Buffer[]> | undefined
const oldTime = new Date('2024-05-01T00:00:00Z')

async function makeFile(path: string, { epubs = {} }: Layout): Promise<Uint8Array> {
  const [picture] = await (image ??= makePictures(1, { width: 8, height: 12 }))
  if (path.endsWith('.pdf')) return makePdf()
  if (!path.endsWith('.epub')) return makeComic()
  const stem = getStem(path)
  const facts = epubs[`${getFolder(path)}/${stem}`] ?? epubs[stem]
  if (!facts) throw new Error(`no metadata for ${path}`)
  const { index, ...metadata } = facts
  return makeEpub({
    ...metadata,
    ...(index !== undefined && { seriesIndex: index }),
    cover: picture!,
  })
}

async function writeLayout(root: string, layout: Layout) {
  mkdirSync(root, { recursive: true })
  for (const { path } of listLines(layout)) {
    if (!path.endsWith('/')) {
      writeFiles(root, { [path]: await makeFile(path, layout) })
      continue
    }
    const pictures = await makePictures(3, { width: 8, height: 12 })
    writeFiles(root, Object.fromEntries(pictures.map((data, i) => [`${path}${i + 1}.jpg`, data])))
    utimesSync(join(root, path), oldTime, oldTime)
    utimesSync(join(root, dirname(path)), oldTime, oldTime)
  }
}

/** Each layout is a root folder of its own. A library has at most 50. */
const rootsPerLibrary = 30

/** Writes and scans the layouts. Returns the series of each layout as lines. */
export async function scanLayouts(
  server: TestServer,
  layouts: readonly Layout[],
  settings: Record<string, unknown> = {},
): Promise<Map<Layout, string[]>> {
  const folder = makeFolder()
  const rootOf = (layout: Layout) => join(folder, String(layouts.indexOf(layout)), 'Root')
  for (const layout of layouts) await writeLayout(rootOf(layout), layout)
  const found = new Map<string, string[]>()
  for (let from = 0; from < layouts.length; from += rootsPerLibrary) {
    const paths = layouts.slice(from, from + rootsPerLibrary).map(rootOf)
    const id = await addLibrary(server, paths[0]!, { paths, ...settings })
    await scanLibrary(server, id)
    for (const [path, lines] of await listRoots(server, id)) found.set(path, lines)
  }
  return new Map(layouts.map((layout) => [layout, found.get(rootOf(layout)) ?? []]))
}

async function listRoots(server: TestServer, libraryId: string) {
  const rows = await server.ctx.db
    .select({
      root: libraryRoots.path,
      seriesId: series.id,
      title: series.title,
      year: series.year,
      path: books.relativePath,
      volume: books.volume,
      chapter: books.chapter,
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(eq(books.libraryId, libraryId))
  return new Map(
    [...Map.groupBy(rows, ({ root }) => root)].map(([root, ofRoot]) => [
      root,
      [...Map.groupBy(ofRoot, ({ seriesId }) => seriesId).values()]
        .map((ofSeries) => formatSeries(ofSeries[0]!.title, ofSeries[0]!.year, ofSeries))
        .toSorted(),
    ]),
  )
}

const formatSeries = (title: string, year: number | null, lines: readonly Line[]) =>
  `${title}${year === null ? '' : ` @${year}`}: ${lines
    .map(({ path, volume, chapter }) => `${path} | ${volume ?? '-'} ${chapter ?? '-'}`)
    .toSorted()
    .join(', ')}`

/** Returns the expected series in the form of `scanLayouts`, with years only where expected. */
export const formatExpected = ({ expected }: Layout): string[] =>
  Object.entries(expected)
    .map(([key, lines]) => {
      const [title = '', year] = key.split(' @')
      const known = year?.length === 4 ? Number(year) : null
      const parsed = lines
        .map(parseLine)
        .map((line) => ({ ...line, path: line.path.replace(/\/$/, '') }))
      return formatSeries(title, known, parsed)
    })
    .toSorted()

/** Removes years that no layout expects. */
export const formatFound = (layout: Layout, found: readonly string[]): string[] =>
  Object.keys(layout.expected).some((key) => / @\d{4}$/.test(key))
    ? [...found]
    : found.map((line) => line.replace(/ @\d{4}: /, ': ')).toSorted()
