/**
 * Decides what the number of a book counts: issues, chapters, volumes, collected editions, annuals
 * or specials. This is the only place that decides it, from the library type, names and files.
 * Pure.
 */
import type { BookType } from '../../../media/contents/file-metadata'
import { hasNamedChapter, hasNamedIssue, type ParsedName } from '../../../media/filenames/filenames'
import type { LibraryType } from '../../../media/naming/settings'
import type { NumberKind } from './number-kind'

/** The facts about a book, after the best values were chosen. */
export interface NumberClues {
  libraryType: LibraryType
  /** Whether the file is an e-book, such as an EPUB. */
  isEbook: boolean
  name: Pick<ParsedName, 'kind' | 'special' | 'specialNumber' | 'edition' | 'year' | 'explain'>
  /** May be a fraction, such as 2.5. */
  volume: number | null
  volumeEnd: number | null
  chapter: number | null
  chapterEnd: number | null
  seriesPosition: number | null
  /** Number as written in the file, such as `5AU` or `Annual 2`. */
  number: string | null
  /** Publication year. */
  year: number | null
  formatDetail: string | null
  bookType: BookType | null
  /** Whether the file says that it is a manga. */
  manga: boolean | null
  /** Whether a file contains the start year of the series instead of a volume number. */
  hasSeriesYear: boolean
}

/** The number of a book, such as issue 5 or volumes 1 to 3. */
export interface BookNumber {
  numberKind: NumberKind | null
  numberFrom: number | null
  /** End of a range, such as 22 for the double issue 21–22. */
  numberTo: number | null
}

export function decideNumber(clues: NumberClues): BookNumber {
  const numberKind = findOuterKind(clues) ?? findRunningKind(clues)
  return { numberKind, ...getNumbers[numberKind ?? 'none'](clues) }
}

/** Words in the ComicInfo fields `Format` and `Number`. */
const annual = /\b(?:annuals?|yearbook)\b/i
const special =
  /\b(?:specials?|one[ -]?shots?|giant[ -]size|king[ -]size|fcbd|free comic book day)\b/i
const collected =
  /\b(?:tpb|trade|hc|ohc|hard-?cover|hard cover|omnibus|compendium|collect(?:ed|ion)|graphic novel|box ?set|anthology|absolute|treasury|deluxe)\b/i
/** Editions that contain several issues. A `Director's Cut` contains only one. */
const collectedEdition =
  /\b(?:tpb|trade paperback|hc|ohc|hard ?cover|omnibus|compendium|box ?set|collection|\d-in-\d|(?:deluxe|library|absolute|complete|collector'?s|anniversary|ultimate|definitive|master|omnibus) edition)\b/i

/** Editions of Western comics only. */
const tradeEdition = /\b(?:tpb|trade|hc|ohc|hard[- ]?cover|graphic novel)\b/i

/** Finds the kind of a book outside the run of issues, chapters or volumes, or returns null. */
function findOuterKind(clues: NumberClues): NumberKind | null {
  const format = clues.libraryType === 'book' ? '' : (clues.formatDetail ?? '')
  const words = `${format} ${clues.number ?? ''}`
  if (clues.name.kind === 'annual' || annual.test(words)) return 'annual'
  if (isNamedSpecial(clues) || special.test(words)) return 'special'
  return isCollected(clues, format) ? 'collected' : null
}

/** Excludes specials that are numbered as a volume or chapter, which sort by that number. */
const isNamedSpecial = ({ name, volume, chapter }: NumberClues) =>
  name.kind !== null && volume === null && !hasNamedChapter(name) && !isBonus(name.kind, chapter)

/** Returns whether the book is a numbered omake or extra, which sorts among the chapters. */
const isBonus = (kind: ParsedName['kind'], chapter: number | null) =>
  (kind === 'omake' || kind === 'extra') && chapter !== null

/** Volumes of manga and novels stay volumes, whatever the edition. */
function isCollected(clues: NumberClues, format: string): boolean {
  const { libraryType, name } = clues
  if (libraryType === 'book' || hasNamedIssue(name) || hasNamedChapter(name)) return false
  return isEdition(clues, format) && (clues.volume === null || isComicVolume(clues, format))
}

const isEdition = ({ name, bookType }: NumberClues, format: string) =>
  collected.test(format) ||
  bookType === 'omnibus' ||
  bookType === 'graphic_novel' ||
  collectedEdition.test(name.edition ?? '')

/** In manga, the volumes of a deluxe or omnibus edition are numbered separately. */
const isComicVolume = ({ libraryType, manga, name }: NumberClues, format: string) =>
  !hasChapters(libraryType) &&
  manga !== true &&
  (libraryType === 'comic' || tradeEdition.test(`${format} ${name.edition ?? ''}`))

function findRunningKind(clues: NumberClues): NumberKind | null {
  const { volume, chapter, seriesPosition, number } = clues
  if (chapter !== null) return isVolumeTwice(clues) ? 'volume' : chooseIssueOrChapter(clues)
  if (volume !== null) return 'volume'
  if (readLeadingNumber(number) !== null && !clues.isEbook) return chooseIssueOrChapter(clues)
  return seriesPosition === null ? null : 'volume'
}

/**
 * Returns true if the volume number was also written as the number of the book, as some tagging
 * programs do. Excludes `v01 c001` and `v1 001`, in which the numbers are equal by coincidence, and
 * issues, for which ComicInfo contains the volume of the series.
 */
function isVolumeTwice({ volume, chapter, libraryType, name }: NumberClues): boolean {
  if (volume !== chapter || hasNamedChapter(name) || hasNamedIssue(name)) return false
  const hasVolume = name.explain.some(({ field }) => field === 'volume')
  const hasChapter = name.explain.some(({ field }) => field === 'chapter')
  return hasVolume ? !hasChapter : libraryType !== 'comic'
}

function chooseIssueOrChapter(clues: NumberClues): NumberKind {
  const { libraryType, manga, name } = clues
  if (hasChapters(libraryType) || manga === true || hasNamedChapter(name)) return 'chapter'
  if (libraryType === 'comic') return 'issue'
  const isComic = hasNamedIssue(name) || clues.hasSeriesYear || isScanOfIssue(clues)
  return libraryType === 'mixed' && isComic ? 'issue' : 'chapter'
}

const hasChapters = (type: LibraryType) => type === 'manga' || type === 'webtoon'

/** Files of single issues have names such as `Series 005 (2019) (digital)`. */
const isScanOfIssue = ({ name, isEbook }: NumberClues) =>
  !isEbook &&
  name.year !== null &&
  name.explain.some(({ field, rule }) => field === 'chapter' && rule === endOfSeries)

const endOfSeries = 'number at the end of the series'

type Ends = Pick<BookNumber, 'numberFrom' | 'numberTo'>

const createRange = (from: number | null, to: number | null): Ends => ({
  numberFrom: from,
  numberTo: from !== null && to !== null && to > from ? to : null,
})

const getVolumes = ({ volume, volumeEnd, seriesPosition }: NumberClues): Ends =>
  volume === null ? createRange(seriesPosition, null) : createRange(volume, volumeEnd)

const getChapters = ({ chapter, chapterEnd, number }: NumberClues): Ends =>
  chapter === null ? createRange(readLeadingNumber(number), null) : createRange(chapter, chapterEnd)

const getNumbers: Record<NumberKind | 'none', (clues: NumberClues) => Ends> = {
  issue: getChapters,
  chapter: getChapters,
  volume: getVolumes,
  collected: (clues) => (clues.volume === null ? getChapters(clues) : getVolumes(clues)),
  annual: (clues) => {
    const { name, year } = clues
    const own = getOwnNumber(clues)
    return own.numberFrom === null ? createRange(name.year ?? year, null) : own
  },
  special: getOwnNumber,
  none: () => createRange(null, null),
}

/** Reads the number of an annual or special, as in `Annual #3` or `SP01`. */
function getOwnNumber(clues: NumberClues): Ends {
  const { name, number } = clues
  const chapters = getChapters(clues)
  if (chapters.numberFrom !== null) return chapters
  const [, digits] = /(\d{1,4}(?:\.\d{1,3})?)\D*$/.exec(number ?? '') ?? []
  return createRange(digits === undefined ? name.specialNumber : Number(digits), null)
}

/** Reads the digits at the start of numbers such as `5AU` and `1.MU`. */
function readLeadingNumber(number: string | null): number | null {
  const [digits] = /^-?\d{1,6}(?:\.\d{1,4})?/.exec(number?.trim() ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}
