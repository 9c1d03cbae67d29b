/**
 * Finds chapters by words that only some series use, as in `Gintama - Lesson 704`. These words also
 * appear in titles, so they count only in certain positions. Pure.
 */
import { listWords } from '../../words/words'
import { isLikelyYear } from './bare-numbers'
import type { Mark } from './labeled-numbers'
import type { Numeral } from './numerals'

/** The rule of each word, named after the first language that has it. */
const rules = new Map(
  listWords(['ownChapter'], false)
    .toReversed()
    .map(({ text, language }) => [text, `${language} word of the series for a chapter`] as const),
)

const wordBefore = /(?<![\p{L}\p{N}])(?<word>\p{L}{3,12})(?:[.:]\s?|\s#?|-)$/u
const brackets = /[([{][^()[\]{}]{0,80}[)\]}]/g
const isOnlySpace = (text: string) => /^[\s.,:!?-]*$/.test(text.replace(brackets, ''))

interface Around {
  /** End of the folder's series name in the file name, or 0. */
  begin: number
  /** Series names from the parent folders. */
  series: readonly string[]
  /** The volume or season in the name. */
  volume: { start: number; end: number } | null
}

export function findChapterByOwnWord(
  plain: string,
  numbers: readonly Numeral[],
  around: Around,
): Mark | null {
  const [first, ...others] = numbers.filter((one) => !isLikelyYear(one))
  if (!first || others.some(({ padded }) => padded)) return null
  const found = wordBefore.exec(plain.slice(0, first.start))
  const rule = rules.get(found?.groups?.['word'] ?? '')
  if (!found || rule === undefined || !isPlaced(plain, first, found.index, around)) return null
  return { ...first, start: found.index, counts: 'chapter', rank: 3, rule }
}

/**
 * Returns whether the word at `start` follows the series, a volume or a dash, or begins the name. In
 * `Love Stage 3` and `Vol de nuit 064`, it ends the name of the series.
 */
function isPlaced(plain: string, one: Numeral, start: number, around: Around): boolean {
  const after = plain.slice(one.end)
  const isBeforeWords = /^\s\p{L}/u.test(after)
  if (start < around.begin || !(isBeforeWords || endsPart.test(after))) return false
  if (isBehindVolume(plain, start, around)) return true
  // `Round 2 Begins` is a title.
  if (isBeforeWords && one.value < 10 && !one.padded) return false
  return (
    isBehindSeries(plain, start, around) || (!isBeforeWords && isBehindDash(plain, start, around))
  )
}

const isBehindVolume = (plain: string, start: number, { volume }: Around) =>
  volume !== null && volume.end <= start && isOnlySpace(plain.slice(volume.end, start))

const isBehindSeries = (plain: string, start: number, { begin, series }: Around) =>
  series.length > 0 && isOnlySpace(plain.slice(begin, start))

const isBehindDash = (plain: string, start: number, { begin }: Around) =>
  begin === 0 && /[^\s-]\s-\s$/.test(plain.slice(0, start))

/** Matches what may follow the number if no words do. */
const endsPart = /^(?:\.?v\d{1,3}(?![\w.])|\s*$|\s?[-:]\s|,\s|\s?[([]|\s(?:19|20)\d{2}(?!\d)|\sv\d)/
