/** Chooses the volume, chapter, season and special among the numbers of a name. Pure. */
import type { Bracket } from '../brackets'
import { type BareNumber, findBareNumber, findLeadingNumber, isYear } from './bare-numbers'
import { findFirstMark, type Marks } from './explained-numbers'
import { type Mark, partOfRule } from './labeled-numbers'
import type { Numeral } from './numerals'
import {
  findChapterMark,
  findNumberBeforeTitle,
  findStrongerSign,
  hasWordsBetween,
  isCount,
  isInTitle,
  isNumberSign,
  isOnlySpace,
} from './numbers-in-titles'
import {
  findNumberBehindSeries,
  findNumberBehindWords,
  findNumberBesideVolume,
} from './numbers-beside-volumes'
import { findChapterByOwnWord } from './unusual-chapter-words'
import { type YearFound, yearOfAnnual } from './years'

export interface Numbers {
  volume: Mark | null
  chapter: (Numeral & { rule: string }) | null
  season: Mark | null
  special: Mark | null
  /** Position of the file in a list. It is not part of the series name. */
  order: Numeral | null
  revision: Mark | null
}

export interface Situation {
  /**
   * In a folder name, a number belongs to the title unless it is a range or has a counting word.
   */
  isFolder: boolean
  /** Whether the file is an e-book. Series of e-books do not have hundreds of books. */
  isEbook: boolean
  /** Series names from the parent folders. */
  series: string[]
  /** End of the folder's series name in the file name, or 0. */
  begin: number
  brackets: Bracket[]
  years: YearFound[]
}

export function chooseNumbers(plain: string, found: Marks, situation: Situation): Numbers {
  const all = dropMarkOfSeries(plain, found, situation)
  const { marks, bare } = all
  const leading = situation.isFolder ? null : findLeadingNumber(bare, plain)
  const explained = findKnownChapter(plain, all, situation)
  const [volume, revision] = findVolume(plain, marks, explained)
  const season = findSeason(plain, marks, explained)
  const special = findSpecial(plain, all, situation, explained)
  const behind = explained ?? findUnexplained(plain, all, volume ?? season, situation)
  const chapter = special ? null : chooseFirst(plain, leading, behind, situation)
  const base = { season, special, revision, order: null }
  if (volume ?? chapter ?? special)
    return { ...base, volume, chapter, order: compareOrder(leading, chapter) }
  if (leading) return { ...base, volume, chapter: leading }
  return situation.isFolder || season
    ? { ...base, volume, chapter }
    : { ...base, ...getLastMark(marks) }
}

/**
 * Drops a number that belongs to the series name, such as the first one in `#1 Fan 003`,
 * `Chapter 4 Zero - Ch. 7`, `2nd Season Girls Ch. 4` and `Monster #8 045`.
 */
function dropMarkOfSeries(plain: string, all: Marks, { isFolder, begin }: Situation): Marks {
  if (isFolder) return all
  const signed = findSignOfSeries(plain, all)
  if (signed) return { ...all, marks: all.marks.filter((one) => one !== signed) }
  const [first, ...others] = all.marks.toSorted((a, b) => a.start - b.start)
  const mayBeTitle = first?.counts === 'chapter' || first?.counts === 'season'
  const isFirst = mayBeTitle && plain.slice(0, first.start).trim() === ''
  if (begin > 0 || !isFirst || !/^\s\p{L}/u.test(plain.slice(first.end))) return all
  const later = [
    ...others.filter(({ counts, rank }) => counts === 'chapter' && rank < 3),
    ...all.bare.filter(({ padded }) => padded),
  ]
  const isCounted = later.some((one) => hasWordsBetween(plain, first, one))
  return isCounted ? { marks: others, bare: all.bare } : all
}

/** Finds the signed number before a final number with leading zeros, as in `Monster #8 045`. */
const findSignOfSeries = (plain: string, { marks, bare }: Marks) =>
  marks.find((one) => {
    if (one.padded || !(isNumberSign(one) || one.rule === '#12')) return false
    const behind = bare.find(({ start }) => start === one.end + 1)
    return behind?.padded && /^\s*(?:$|[([])/.test(plain.slice(behind.end))
  })

/** Chooses the number at the beginning if the following number belongs to the title. */
const chooseFirst = (
  plain: string,
  leading: (BareNumber & { whole: boolean }) | null,
  behind: Numbers['chapter'],
  { series }: Situation,
) => (leading && behind && isInTitle(plain, leading, behind, series) ? leading : behind)

/** Finds the chapter by the text beside its number. */
const findKnownChapter = (plain: string, all: Marks, situation: Situation) =>
  findExplained(plain, all, situation) ??
  findOwn(plain, all.bare, null, situation) ??
  findRevisedChapter(plain, all, situation)

/** Finds the chapter by a counting word, or by a number that takes precedence over it. */
function findExplained(plain: string, { marks, bare }: Marks, { isFolder, begin }: Situation) {
  const named = findChapterMark(plain, marks, begin)
  if (!named || isFolder) return named
  // In `Volume 17 - Part 2 of 2`, the part is not a chapter.
  const isOfVolume = marks.some(
    ({ counts, end }) => counts === 'volume' && isOnlySpace(plain.slice(end, named.start)),
  )
  if (named.rule === partOfRule && isOfVolume) return null
  return findNumberBeforeTitle(plain, bare, named, begin) ?? named
}

/** Finds the season, but not in `Chapter 75 (Season 1 Finale)`. */
function findSeason(plain: string, marks: Mark[], chapter: { end: number } | null): Mark | null {
  const season = findFirstMark(marks, 'season', 1)
  const isEvent = season && chapter && chapter.end < season.start
  return isEvent && /^\s\p{L}{2}/u.test(plain.slice(season.end)) ? null : season
}

/** Finds the number of a special, but not the year in `Annual 2011`. */
function findSpecial(
  plain: string,
  { marks, bare }: Marks,
  { years }: Situation,
  chapter: { start: number; rule: string } | null,
): Mark | null {
  const special = findFirstMark(marks, 'special', 1) ?? findNumberBehindAnnual(plain, bare, years)
  if (!special || isYear(special.value)) return null
  if (chapter === null) return special
  const isBefore = special.end <= chapter.start && isCount(chapter)
  return isBefore || hasWordsBetween(plain, special, chapter) ? special : null
}

/** Finds the number in `Annual 2011 001`. */
function findNumberBehindAnnual(plain: string, bare: Numeral[], years: YearFound[]): Mark | null {
  const year = years.find(({ rule }) => rule === yearOfAnnual)
  const found = year && bare.find(({ start }) => start - year.end === 1)
  if (!found) return null
  const word = /\S+\s$/.exec(plain.slice(0, year.start))
  const start = year.start - (word?.[0].length ?? 0)
  return {
    ...found,
    start,
    counts: 'special',
    rank: 1,
    rule: 'number behind the year of an annual',
  }
}

/** Finds the number in `Vol. 2 No. 5`. Elsewhere, `No. 5` may belong to the series name. */
const findNumberSignBehind = (plain: string, marks: Mark[], { end }: Mark): Mark | null =>
  marks.find(
    (one) => isNumberSign(one) && one.start >= end && isOnlySpace(plain.slice(end, one.start)),
  ) ?? null

/** Finds numbers by words that often appear in titles, for names without other numbers. */
function getLastMark(marks: Mark[]): Pick<Numbers, 'volume' | 'chapter'> {
  const volume = findFirstMark(marks, 'volume', 4)
  const chapter = findFirstMark(marks, 'chapter', 4)
  // In `Series n. 5 - Title, Part 2`, the part belongs to the title.
  const isFirst = chapter && (!volume || (isNumberSign(chapter) && chapter.start < volume.start))
  return isFirst ? { volume: null, chapter } : { volume, chapter: null }
}

/** Finds the volume and the revision, which may look like a volume. */
function findVolume(
  plain: string,
  marks: Mark[],
  chapter: Numeral | null,
): [Mark | null, Mark | null] {
  const first = findFirstMark(marks, 'volume', 3)
  // In `#24 - Roots, Book 3`, the book belongs to the title.
  if (first?.rank === 3 && chapter && hasWordsBetween(plain, chapter, first)) return [null, null]
  if (!isRevision(plain, first, chapter)) return [first, null]
  return [
    findFirstMark(
      marks.filter((one) => one !== first),
      'volume',
      3,
    ),
    first,
  ]
}

/** Returns whether the volume is really a revision of the chapter, as in `Chapter 27 v2`. */
const isRevision = (plain: string, volume: Mark | null, chapter: Numeral | null) =>
  volume !== null &&
  chapter !== null &&
  volume.rule === 'v01' &&
  !volume.padded &&
  volume.value < 10 &&
  volume.start >= chapter.end &&
  (volume.start - chapter.end <= 1 ||
    (hasFewerChapters(volume, chapter) && inBrackets.test(plain.slice(chapter.end, volume.start))))

/**
 * Volume 2 of a series does not contain chapter 700, so `v2` in `Chapter 700 (v2)` is a revision.
 */
const hasFewerChapters = (volume: Numeral, chapter: Numeral) => chapter.value > 20 * volume.value
const inBrackets = /^\s\(?$|^\s[([][^()[\]]{0,40}[)\]]\s$/

/**
 * Finds the chapter in `Naruto 700 v2` and `272 [Group] v2`, if the folder is named after the series.
 * Otherwise, the number may belong to the series, as in `Mob Psycho 100 v2`.
 */
function findRevisedChapter(
  plain: string,
  { marks, bare }: Marks,
  { isFolder, series, begin }: Situation,
): BareNumber | null {
  const [one] = bare
  if (!one || isFolder || series.length === 0 || one.last !== null) return null
  const head = plain.slice(begin, one.start).replace(/[([{][^()[\]{}]{0,80}[)\]}]/g, '')
  const volume = findFirstMark(marks, 'volume', 1)
  // A number up to 100 may be the series name, such as `52`.
  if (begin === 0 && one.value <= 100) return null
  if (!volume || !mayRevise(volume, one) || !isOnlySpace(head)) return null
  return isRevision(plain, volume, one) && /^\s*(?:$|[([])/.test(plain.slice(volume.end))
    ? { ...one, rule: 'number behind the series of the folder' }
    : null
}

/**
 * `Batman 404 v1` belongs to the first volume, and few chapters are revised more than three times.
 */
const mayRevise = (volume: Numeral, chapter: Numeral) =>
  volume.value >= 2 && volume.value <= 4 && hasFewerChapters(volume, chapter)

/** Finds a chapter without a counting word. */
function findUnexplained(
  plain: string,
  { marks, bare }: Marks,
  volume: Mark | null,
  situation: Situation,
) {
  const signed = volume && findNumberSignBehind(plain, marks, volume)
  if (signed) return signed
  const own = findOwn(plain, bare, volume, situation)
  if (own) return own
  const found = findNumberPlace(plain, bare, volume, situation)
  return (found && findStrongerSign(plain, marks, found)) ?? found
}

const findOwn = (plain: string, bare: Numeral[], volume: Mark | null, situation: Situation) =>
  situation.isFolder ? null : findChapterByOwnWord(plain, bare, { ...situation, volume })

function findNumberPlace(
  plain: string,
  bare: Numeral[],
  volume: Mark | null,
  situation: Situation,
): BareNumber | null {
  const unlabeled = situation.isEbook
    ? bare.filter((one) => !isInTitleOfNovel(plain, one, situation))
    : bare
  const candidates = situation.isFolder ? bare.filter(({ last }) => last !== null) : unlabeled
  const beside = volume ? findNumberBesideVolume(candidates, volume, plain) : null
  const numberInSeries = situation.begin > 0 && /\d/.test(plain.slice(0, situation.begin))
  const around = { ...situation, plain, numberInSeries }
  if (beside) return beside
  return volume?.counts === 'volume'
    ? (findNumberBehindSeries(candidates, volume, around) ??
        findNumberBehindWords(candidates, volume, around))
    : findBareNumber(candidates, around)
}

/** A novel such as `Fahrenheit 451 (1953)` is not the 451st of its series. */
const isInTitleOfNovel = (
  plain: string,
  { value, padded, end }: Numeral,
  { begin, brackets, years }: Situation,
) =>
  begin === 0 &&
  brackets.length === 1 &&
  value >= 100 &&
  !padded &&
  years.some(({ start }) => start >= end && /^\s*[([]$/.test(plain.slice(end, start + 1)))

const compareOrder = (leading: (Numeral & { whole: boolean }) | null, chapter: Numeral | null) =>
  leading &&
  !leading.whole &&
  leading !== chapter &&
  leading.start !== chapter?.start &&
  (leading.padded || leading.value < 100)
    ? leading
    : null
