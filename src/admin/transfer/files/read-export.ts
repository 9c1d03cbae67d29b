/**
 * Reads an export in slices, so that memory use does not depend on its size. Does not access the
 * database.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BookLine,
  exportVersion,
  type Line,
  type LineKind,
  type ListLine,
  listKinds,
  ofBooks,
  ofSeries,
  parseBook,
  parseLine,
  parseList,
  parseSeries,
  parseUser,
  type SeriesLine,
  type UserLine,
} from '../line-kinds'
import { countLines, ImportRefused, LineReader, requireRegularFile } from './line-reader'

const itemsAtOnce = 100
const linesAtOnce = 5_000
/** The lines of a book or series are imported in one transaction, so their number is limited. */
const maxLinesOfItem = 500_000
const maxHeaderBytes = 1024 * 1024

export type LinesOfItem = Map<LineKind, Line[]>

export type Part =
  | { type: 'books'; books: BookLine[]; lines: Map<string, LinesOfItem> }
  | { type: 'series'; series: SeriesLine[]; lines: Map<string, LinesOfItem> }
  | { type: 'want_to_read' | 'reading_profiles' | 'preferences'; lines: Line[] }
  | { type: 'lists'; kind: (typeof listKinds)[number]; list: ListLine }

export function readUsers(folder: string): UserLine[] {
  readHeader(folder)
  return new LineReader(folder, 'users', parseUser).takeWhile(() => true)
}

/** Throws `ImportRefused` for an export that is incomplete, or that this version cannot read. */
export function readHeader(folder: string): Header {
  const file = join(folder, 'export.json')
  if (!existsSync(file)) {
    throw new ImportRefused(
      `There is no export in ${folder}: export.json is missing. Specify the folder that "quire export" wrote.`,
    )
  }
  requireRegularFile(file)
  const isShort = statSync(file).size <= maxHeaderBytes
  const header = isShort ? parseHeader(readFileSync(file, 'utf8')) : {}
  const { quireExport: version, lines } = header
  if (version === exportVersion) {
    checkLineCounts(folder, lines)
    return header
  }
  throw new ImportRefused(
    version === undefined
      ? `${file} is damaged.`
      : `This export has format ${JSON.stringify(version)}, and this version of Quire reads format ${exportVersion}. Install a newer version of Quire.`,
  )
}

interface Header {
  quireExport?: unknown
  /** `everything`, or undefined for an export of reading data. */
  content?: unknown
  /** Number of cover files. */
  covers?: unknown
  /** Number of lines by file. */
  lines?: unknown
}

function parseHeader(text: string): Header {
  try {
    return (JSON.parse(text) as Header | null) ?? {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** Refuses an incompletely copied export, in which files are missing or lack lines at the end. */
function checkLineCounts(folder: string, lines: unknown) {
  for (const [name, written] of Object.entries(lines ?? {}) as [string, unknown][]) {
    if (!/^[a-z_]+$/.test(name) || typeof written !== 'number') continue
    const present = countLines(folder, name)
    if (present >= written) continue
    throw new ImportRefused(
      `${name}.jsonl has ${present} of the ${written} lines that were exported. The export was not copied completely, or was changed. Nothing was imported.`,
    )
  }
}

type Readers = Map<LineKind, LineReader<Line>>

/** Throws `ImportRefused` for a line that no export can contain. */
export function* readParts(folder: string): Generator<Part> {
  const kinds: LineKind[] = [...new Set([...ofBooks, ...ofSeries])]
  const readers: Readers = new Map(
    kinds.map((kind) => [kind, new LineReader(folder, kind, (value) => parseLine(kind, value))]),
  )
  try {
    for (const { items, lines } of readItems(folder, { name: 'books', of: 'book', readers })) {
      yield { type: 'books', books: items as BookLine[], lines }
    }
    for (const { items, lines } of readItems(folder, { name: 'series', of: 'series', readers })) {
      yield { type: 'series', series: items, lines }
    }
    for (const reader of readers.values()) {
      if (reader.peek()) reader.refuse('its book or series is not listed, or not in this order')
    }
  } finally {
    for (const reader of readers.values()) reader.close()
  }
  for (const type of ['want_to_read', 'reading_profiles', 'preferences'] as const) {
    for (const lines of readSlices(folder, type)) yield { type, lines }
  }
  for (const kind of listKinds) {
    const reader = new LineReader(folder, kind, parseList)
    for (let list = reader.take(); list; list = reader.take()) yield { type: 'lists', kind, list }
  }
}

interface Items {
  name: 'books' | 'series'
  of: 'book' | 'series'
  readers: Readers
}

function* readItems(folder: string, { name, of, readers }: Items) {
  const parse = name === 'books' ? parseBook : parseSeries
  const reader = new LineReader<BookLine | SeriesLine>(folder, name, parse)
  const kinds: readonly LineKind[] = name === 'books' ? ofBooks : ofSeries
  while (reader.peek()) {
    const items: (BookLine | SeriesLine)[] = []
    const lines = new Map<string, LinesOfItem>()
    let count = 0
    // If an item is listed twice, the second occurrence starts the next slice, and has no lines.
    for (let next = reader.peek(); next && !lines.has(next.id); next = reader.peek()) {
      if (items.length >= itemsAtOnce || count >= linesAtOnce) break
      const item = reader.take()!
      items.push(item)
      const own = takeLines(readers, kinds, (line) => line[of] === item.id)
      for (const found of own.values()) count += found.length
      lines.set(item.id, own)
    }
    yield { items, lines }
  }
}

function takeLines(
  readers: Readers,
  kinds: readonly LineKind[],
  matches: (line: Line) => boolean,
): LinesOfItem {
  let count = 0
  const found = kinds.map((kind) => {
    const reader = readers.get(kind)!
    const lines = reader.takeWhile((line) => {
      if (!matches(line)) return false
      if (++count > maxLinesOfItem)
        reader.refuse(`one book has more than ${maxLinesOfItem.toLocaleString('en')} lines`)
      return true
    })
    return [kind, lines] as const
  })
  return new Map(found.filter(([, lines]) => lines.length > 0))
}

function* readSlices(folder: string, kind: LineKind) {
  const reader = new LineReader(folder, kind, (value) => parseLine(kind, value))
  while (reader.peek()) {
    let count = 0
    yield reader.takeWhile(() => count++ < itemsAtOnce)
  }
}
