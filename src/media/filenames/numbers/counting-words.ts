/**
 * Words and characters that give a number its meaning. The words themselves are in `words.json`, by
 * language.
 */
import { listPhrases, listWords, toPattern, type WordList } from '../../words/words'

export type Counted = 'volume' | 'chapter' | 'season' | 'special'

/**
 * A word of a lower rank has priority, wherever it is in the name. A word of rank 4 applies only if
 * the name contains no other number, because such words often appear in titles.
 */
export type Rank = 1 | 2 | 3 | 4

export interface CountingRule {
  /** Name of the rule in explanations. */
  name: string
  counts: Counted
  rank: Rank
  /**
   * Whether the word can follow a cardinal number, as in `3 том`. Other words need an ordinal, as
   * in `3. Band`.
   */
  numberFirst: boolean
}

interface Meaning {
  lists: WordList[]
  counts: Counted
  rank: Rank
  label: string
}

const inFront: Meaning[] = [
  { lists: ['volume', 'volumes'], counts: 'volume', rank: 1, label: 'volume' },
  { lists: ['chapter', 'chapters'], counts: 'chapter', rank: 1, label: 'chapter' },
  { lists: ['issue'], counts: 'chapter', rank: 1, label: 'issue' },
  { lists: ['season'], counts: 'season', rank: 1, label: 'season' },
  { lists: ['special', 'annual', 'omake'], counts: 'special', rank: 1, label: 'special' },
  { lists: ['book'], counts: 'volume', rank: 3, label: 'book as volume' },
  { lists: ['episode'], counts: 'chapter', rank: 3, label: 'episode' },
  { lists: ['part'], counts: 'volume', rank: 4, label: 'part as volume' },
  { lists: ['number'], counts: 'chapter', rank: 4, label: 'number sign' },
]

const specials: Meaning[] = [
  { lists: ['special', 'annual', 'omake'], counts: 'special', rank: 1, label: 'special' },
]
const extras: Meaning[] = [{ lists: ['extra'], counts: 'special', rank: 1, label: 'extra' }]

const behind: Meaning[] = [
  { lists: ['volumeBehind'], counts: 'volume', rank: 1, label: 'volume' },
  { lists: ['chapterBehind'], counts: 'chapter', rank: 1, label: 'chapter' },
  { lists: ['seasonBehind'], counts: 'season', rank: 1, label: 'season' },
  { lists: ['partBehind'], counts: 'volume', rank: 3, label: 'part' },
]

export interface Sign {
  text: string
  rule: CountingRule
}

/** Lists the longest signs first, so that `เล่มที่` comes before `เล่ม`. */
function listRules(meanings: Meaning[], unspaced: boolean): Sign[] {
  const signs = meanings.flatMap(({ lists, label, ...meaning }) =>
    listWords(lists, unspaced).map(({ text, language, numberFirst }) => ({
      text,
      rule: { ...meaning, name: `${language} ${label}`, numberFirst },
    })),
  )
  return signs.toSorted((a, b) => b.text.length - a.text.length)
}

/** The rule is named after the first language that has the word. */
const byText = (signs: Sign[]) =>
  new Map(signs.toReversed().map(({ text, rule }) => [text, rule] as const))

/** Whole words before the number, as in `Vol. 3`, `Глава 12` or `chapter-5`. */
export const wordsInFront = byText(listRules(inFront, false))

/** Several words before the number, as in `Hors-série 2`. */
export const specialPhrases = listRules(specials, false).filter(({ text }) => /[\s-]/.test(text))

/**
 * Words that count only after a dash, as in `Series - Side Story 12` and `Series - Intégrale 2`.
 * Without a dash, they end the name of a series.
 */
export const phrasesBehindDash = listRules(
  [...extras, { lists: ['edition'], counts: 'volume', rank: 3, label: 'edition as volume' }],
  false,
)

/**
 * Whole words after the number, as in `3 том` or `2nd season`. Words for specials, and words that
 * often appear in titles, can only precede the number.
 */
export const wordsBehind = byText(
  listRules(
    inFront.filter(({ counts, rank }) => counts !== 'special' && rank < 4),
    false,
  ),
)

/** Signs before the number, in scripts without spaces. */
export const signsInFront = listRules([...inFront, ...extras], true)

/** Signs after the number, in scripts without spaces. */
export const signsBehind = listRules(behind, true)

/** Signs after an ordinal, as in `第12夜`. Without `第`, they belong to titles. */
const signsBehindOrdinal = listRules(
  [{ lists: ['chapterBehindOrdinal'], counts: 'chapter', rank: 1, label: 'chapter' }],
  true,
)

/** Finds the sign that the text after a number starts with. */
export const findSignBehind = (rest: string, isOrdinal: boolean): Sign | undefined =>
  signsBehind.find(({ text }) => rest.startsWith(text)) ??
  (isOrdinal ? signsBehindOrdinal : []).find(
    ({ text }) => rest.startsWith(text) && /^目?(?![\p{L}\p{N}])/u.test(rest.slice(text.length)),
  )

const letterRules: [string, Counted, Rank, string][] = [
  ['v', 'volume', 1, 'v01'],
  ['t', 'volume', 1, 'T01'],
  ['c', 'chapter', 1, 'c001'],
  ['x', 'chapter', 4, 'x001'],
  ['n', 'chapter', 4, 'n.5'],
]

/** Single letters before the number, either directly or separated by a dot. */
export const lettersInFront = new Map<string, CountingRule>(
  letterRules.map(([letter, counts, rank, name]) => [
    letter,
    { name, counts, rank, numberFirst: false },
  ]),
)

const oneVolume = new Set([
  ...listPhrases(['volume', 'season'], false).filter((word) => word !== 'т'),
  'v',
  't',
  's',
])

/**
 * Returns whether the word stands for a single volume. A second number after ` - ` is then a
 * chapter, not the end of a range.
 */
export const isOneVolume = (word: string) => oneVolume.has(word)

/** Text after a number that marks it as a date, page or image size. */
export const notCounted =
  /^\s?(?:(?:of|\/)\s?\d{1,4}\s?(?:covers?|pages?|variants?|versions?|printings?)\b|[年년월일日]|月(?!号|合併)|pages?\b|pp?\b|px\b|pgs\b|covers?\b|variants?\b)/

/** Matches the count in `2 of 3`, `Teil 1 von 4` or `#2 [de 4]`. */
const countBehind = new RegExp(
  String.raw`^\s?[(\[]?\s?(?:${toPattern([...listPhrases(['of'], false)])})\s(?<count>\d{1,4})(?!\d)[)\]]?`,
  'u',
)

export function findCount(
  plain: string,
  { end: start }: { end: number },
): { count: number; start: number; end: number } | null {
  const found = countBehind.exec(plain.slice(start, start + 16))
  return found
    ? { count: Number(found.groups?.['count']), start, end: start + found[0].length }
    : null
}
