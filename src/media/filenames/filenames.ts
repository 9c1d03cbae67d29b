/** Parses a book's file name and folder names, and explains the result. Pure. */
import type { Credits } from './credits'
import { type Kind, findKindOfSuffix } from './specials-and-editions'
import { type Reading, readName } from './read-name'
import type { Numeral } from './numbers/numerals'
import { findRepeatedTitle } from './series-prefix'

/**
 * Values from a name, which are used if the file has no metadata. null or empty means not found.
 */
export interface ParsedName extends Credits {
  series: string | null
  /** Start of a range such as `v01-03`, possibly fractional. */
  volume: number | null
  /** End of a range. */
  volumeEnd: number | null
  chapter: number | null
  chapterEnd: number | null
  /** Suffix of the chapter number, such as BEY in `078.BEY`. */
  suffix: string | null
  /** Used as the volume if the name does not contain a volume. */
  season: number | null
  /** Total number, such as the 6 in `2 of 6`. */
  count: number | null
  year: number | null
  yearEnd: number | null
  /**
   * Whether the book is not numbered within the series, such as a special, an annual or a one-shot.
   */
  special: boolean
  kind: Kind | null
  /** Number of a special or annual, such as `SP01` or `Annual 3`. */
  specialNumber: number | null
  /** Edition as in the name, such as `Omnibus`, `Deluxe Edition` or `HC`. */
  edition: string | null
  /** Title of the book, after the numbers. */
  title: string | null
  /** One entry for each field that was found, in the order of the fields. */
  explain: Explanation[]
}

export type NameField = Exclude<keyof ParsedName, 'explain'>

/** Reason why a field has its value. */
export interface Explanation {
  field: NameField
  value: ParsedName[NameField]
  /** User-facing name of the rule, such as `English volume` or `number behind the year`. */
  rule: string
  source: 'file' | 'folder'
  /** The matched characters in the original spelling. */
  text: string
  /** ID of the parsing rule that set the value. Absent if the value was parsed. */
  by?: string
}

/**
 * Values that the file name does not contain are taken from `folderName`. It can be a path, of
 * which the last two folders are parsed.
 */
export function parseName(fileName: string, folderName?: string): ParsedName {
  const folders = (folderName ?? '')
    .slice(-1200)
    .split('/')
    .filter((name) => name.trim() !== '')
    .slice(-2)
    .toReversed()
    .map((name) => readFolder(name, fileName))
  const series = folders.flatMap((folder) => folder.series?.text ?? [])
  const file = readName(fileName, { isFolder: false, series })
  return buildParsedName([...findSource(file, 'file'), ...folders.flatMap(inheritSeries)])
}

function readFolder(name: string, fileName: string): Reading {
  const folder = readName(name, { isFolder: true, series: [] })
  const { volume, chapter, season, special } = folder
  const numbers = [volume, chapter, season, special].filter((one) => one !== null)
  const title = findRepeatedTitle(folder.text, numbers, fileName)
  if (title === null) return folder
  const series = { text: title, rule: 'text before the numbers' }
  return { ...folder, series, volume: null, chapter: null, season: null, special: null }
}

/** Parses only a folder name, such as `Series (2012)`, `Volume 01` or `Season 2`. */
export const parseFolderName = (name: string): ParsedName =>
  buildParsedName(findSource(readName(name, { isFolder: true, series: [] }), 'folder'))

/** Returns whether a word identifies the chapter, as in `Chapter 3` or `c003` but not in `#3`. */
export const hasNamedChapter = ({ explain }: Pick<ParsedName, 'explain'>): boolean =>
  explain.some(
    ({ field, rule }) => field === 'chapter' && /chapter$|episode$|^c001$|^S01E02$/.test(rule),
  )

/** Returns whether the name marks its number as an issue, as in `#3` or `Issue 3`. */
export const hasNamedIssue = ({ explain }: Pick<ParsedName, 'explain'>): boolean =>
  explain.some(({ field, rule }) => field === 'chapter' && / issue$|^#12$/.test(rule))

const nothing: Omit<ParsedName, 'explain'> = {
  series: null,
  volume: null,
  volumeEnd: null,
  chapter: null,
  chapterEnd: null,
  suffix: null,
  season: null,
  count: null,
  year: null,
  yearEnd: null,
  special: false,
  kind: null,
  specialNumber: null,
  edition: null,
  title: null,
  group: null,
  artists: [],
  event: null,
  parodies: [],
  publisher: null,
  languages: [],
  quality: [],
  revision: null,
  complete: false,
  tags: [],
}

/** Builds the result. If a field has several values, the first one takes precedence. */
function buildParsedName(found: Explanation[]): ParsedName {
  const explain = new Map<NameField, Explanation>()
  for (const one of found) {
    if (!explain.has(one.field) && isSettled(one, explain)) explain.set(one.field, one)
  }
  const volume = explain.get('volume') ?? useAsVolume(explain.get('season'))
  if (volume) explain.set('volume', volume)
  // A title that is the same as the series is not a title.
  const [title, series] = [explain.get('title')?.value, explain.get('series')?.value]
  if (String(title).toLowerCase() === String(series).toLowerCase()) explain.delete('title')
  const values = Object.fromEntries([...explain.values()].map(({ field, value }) => [field, value]))
  return { ...nothing, ...values, explain: [...explain.values()] }
}

/** The end of a range is used only if its start comes from the same file or folder name. */
function isSettled({ field, source }: Explanation, explain: Map<NameField, Explanation>): boolean {
  const begin = ({ volumeEnd: 'volume', yearEnd: 'year' } as const)[field as 'volumeEnd']
  return begin === undefined || explain.get(begin)?.source === source
}

const useAsVolume = (season: Explanation | undefined): Explanation | undefined =>
  season && { ...season, field: 'volume', rule: `${season.rule}, as volume` }

/**
 * If a folder spans several volumes or contains a prequel or sequel, its numbers do not apply to
 * its books.
 */
function inheritSeries(folder: Reading): Explanation[] {
  const fields = new Set<NameField>(['series', 'year', 'yearEnd', 'season'])
  const isAround = /\b(?:post|after|pre|before|until|from)[\s-]{1,3}v/.test(folder.text.plain)
  if (folder.volume?.last === null && !isAround) fields.add('volume')
  // `Specials` describes its books, but `The Novel's Extra` is a title.
  if (!folder.series || folder.kind?.kind === 'annual') fields.add('special').add('kind')
  return findSource(folder, 'folder').filter(({ field }) => fields.has(field))
}

function findSource(reading: Reading, source: Explanation['source']): Explanation[] {
  const found: Explanation[] = []
  const note = (field: NameField, value: Explanation['value'], rule: string, text: string) => {
    const isEmpty =
      value === null || value === false || (Array.isArray(value) && value.length === 0)
    if (!isEmpty) found.push({ field, value, rule, source, text: text.trim() })
  }
  noteText(reading, note)
  noteNumbers(reading, note)
  noteKind(reading, note)
  for (const [field, value] of Object.entries(reading.credits)) {
    note(field as keyof Credits, value, 'bracket', String(value))
  }
  return found
}

type Note = (field: NameField, value: Explanation['value'], rule: string, text: string) => void

const written = ({ text }: Reading, { start, end }: { start: number; end: number }) =>
  text.original.slice(start, end)

function noteText(reading: Reading, note: Note) {
  const { series, title, year } = reading
  if (series) note('series', series.text, series.rule, series.text)
  if (title) note('title', title, 'text behind the numbers', title)
  if (!year) return
  note('year', year.year, year.rule, written(reading, year))
  note('yearEnd', year.yearEnd, year.rule, written(reading, year))
}

function noteNumbers(reading: Reading, note: Note) {
  const { volume, chapter, season, special, count } = reading
  noteRange(reading, note, { field: 'volume', endField: 'volumeEnd', found: volume })
  noteRange(reading, note, { field: 'chapter', endField: 'chapterEnd', found: chapter })
  if (season) note('season', season.value, season.rule, written(reading, season))
  if (special) note('specialNumber', special.value, special.rule, written(reading, special))
  if (chapter) {
    note('suffix', getSuffix(reading, chapter), chapter.rule, written(reading, chapter))
    note('count', count, '2 of 3', written(reading, { ...chapter, end: chapter.end + 10 }))
  }
}

interface Range {
  field: NameField
  endField: NameField
  found: (Numeral & { rule: string }) | null
}

function noteRange(reading: Reading, note: Note, { field, endField, found }: Range) {
  if (!found) return
  note(field, found.value, found.rule, written(reading, found))
  note(endField, found.last, found.rule, written(reading, found))
}

/** Returns the suffix in its original case. */
function getSuffix({ text }: Reading, { suffix, end }: Numeral): string | null {
  return suffix === null ? null : text.original.slice(end - suffix.length, end)
}

function noteKind(reading: Reading, note: Note) {
  const { kind, special, chapter, edition, text } = reading
  const bySuffix = findKindOfSuffix(chapter?.suffix ?? null)
  if (bySuffix) noteSpecial(note, bySuffix, bySuffix)
  else if (kind)
    noteSpecial(note, kind.kind, text.original.slice(kind.start, kind.start + kind.text.length))
  else if (special) noteSpecial(note, 'special', written(reading, special))
  if (!edition) return
  note(
    'edition',
    text.shown.slice(edition.start, edition.end).trim(),
    'word for editions',
    written(reading, edition),
  )
}

function noteSpecial(note: Note, kind: Kind, matchedText: string) {
  note('special', true, 'word for specials', matchedText)
  note('kind', kind, 'word for specials', matchedText)
}
