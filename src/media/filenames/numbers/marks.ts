/** Numbers with an adjacent counting word or character. Pure. */
import { type Bracket, isInside } from '../brackets'
import type { Numeral } from './numerals'
import {
  type Counted,
  type CountingRule,
  lettersInFront,
  notCounted,
  signsBehind,
  signsInFront,
  wordsInFront,
} from './counting-words'

/** A number with its meaning. */
export interface Mark extends Numeral {
  counts: Counted
  rank: 1 | 2 | 3
  rule: string
}

interface Sign {
  text: string
  rule: CountingRule
}

const byWord = (rules: CountingRule[]) =>
  new Map(rules.flatMap((rule) => rule.words.split(' ').map((word) => [word, rule] as const)))
const bySign = (rules: CountingRule[]): Sign[] =>
  rules.flatMap((rule) => rule.words.split(' ').map((text) => ({ text, rule })))

const words = byWord(wordsInFront)
const letters = byWord(lettersInFront)
const frontSigns = bySign(signsInFront)
const behindSigns = bySign(signsBehind).map(({ text, rule }) => ({
  text: text.replace('\u00a0', ' '),
  rule,
}))

/** The word and the characters allowed between it and the number. */
const findWordInFront = /(?<word>[\p{L}\p{M}№]{1,16}°?)(?<gap>\.?\s{0,2}|[-:]|\.?\s?#\s?-?)$/u

/** `from`: words before this position belong to another number. */
function findMark(plain: string, numeral: Numeral, from: number): Mark | null {
  const before = plain.slice(Math.max(from, numeral.start - 24), numeral.start)
  const front = findFrontMark(before, numeral)
  // `Part 2 of 3` numbers the parts.
  if (front && front.rank < 3) return front
  return (
    findBehindMark(plain, numeral) ??
    findHashMark(before, numeral) ??
    findCountMark(plain, numeral) ??
    front
  )
}

function findFrontMark(before: string, numeral: Numeral): Mark | null {
  const found = findWordInFront.exec(before)
  if (!found) return null
  const { word = '', gap = '' } = found.groups ?? {}
  // A letter after a digit belongs to that number: `11v2`, `S01E02`.
  const isGlued = /\d/.test(before[found.index - 1] ?? '')
  const rule = isGlued ? undefined : (words.get(word) ?? letterRule(word, gap, numeral))
  if (rule) return explained(rule, numeral, numeral.start - word.length - gap.length)
  if (gap.includes('#') || numeral.spelled) return null
  const sign = frontSigns.find(({ text }) => word.endsWith(text))
  if (!sign) return null
  return explained(sign.rule, numeral, numeral.start - gap.length - sign.text.length)
}

const letterRule = (word: string, gap: string, numeral: Numeral) =>
  /^(?:\.\s?)?$/.test(gap) && !numeral.spelled ? letters.get(word) : undefined

function findBehindMark(plain: string, numeral: Numeral): Mark | null {
  const after = plain.slice(numeral.end, numeral.end + 12)
  const rest = after.replace(/^\s/, '')
  const sign = behindSigns.find(({ text }) => rest.startsWith(text))
  if (!sign) return null
  const start = /[第제全]\s?$/.exec(plain.slice(Math.max(0, numeral.start - 2), numeral.start))
  const end = numeral.end + (after.length - rest.length) + sign.text.length
  const whole = { ...numeral, end }
  // `全12巻` means all volumes from 1 to 12.
  const counted = start?.[0].startsWith('全') ? { ...whole, value: 1, last: numeral.value } : whole
  return explained(sign.rule, counted, numeral.start - (start?.[0].length ?? 0))
}

/** `2 of 3`, `Teil 1 von 4`. */
const countBehind = /^\s?\(?\s?(?:of|von|sur|из)\s(?<count>\d{1,4})(?!\d)\)?/

export function findCount(
  plain: string,
  numeral: { end: number },
): { count: number; end: number } | null {
  const found = countBehind.exec(plain.slice(numeral.end, numeral.end + 16))
  return found
    ? { count: Number(found.groups?.['count']), end: numeral.end + found[0].length }
    : null
}

function findCountMark(plain: string, numeral: Numeral): Mark | null {
  if (numeral.spelled || !findCount(plain, numeral)) return null
  return explained({ name: '2 of 3', counts: 'chapter', rank: 1 }, numeral, numeral.start)
}

function findHashMark(before: string, numeral: Numeral): Mark | null {
  const sign = /#\s?(?<minus>-?)$/.exec(before)
  if (!sign || numeral.spelled) return null
  const value = sign.groups?.['minus'] ? -numeral.value : numeral.value
  const rule: Rule = { name: '#12', counts: 'chapter', rank: 1 }
  return explained(rule, { ...numeral, value }, numeral.start - sign[0].length)
}

type Rule = Omit<CountingRule, 'words'>

const explained = ({ name, counts, rank }: Rule, numeral: Numeral, start: number): Mark => ({
  ...numeral,
  start,
  counts,
  rank,
  rule: name,
})

/** `S01E02`, `S3 - Chapter 20`. */
const seasonLetters =
  /(?<![\p{L}\p{N}])s(?<season>\d{1,2})(?:\s?(?:e|ep)\s?(?<episode>\d{1,4})(?!\d)|(?=\s-?\s?(?:ch|ep|c\d)))/u

function findSeasonMarks(plain: string): Mark[] {
  const found = seasonLetters.exec(plain)
  if (!found) return []
  const { season, episode } = found.groups ?? {}
  const place = { start: found.index, end: found.index + found[0].length }
  const base = {
    ...place,
    last: null,
    suffix: null,
    padded: false,
    spelled: false,
    rank: 1 as const,
  }
  const first = { ...base, counts: 'season' as const, rule: 'S01', value: Number(season) }
  if (episode === undefined) return [first]
  return [first, { ...base, counts: 'chapter', rule: 'S01E02', value: Number(episode) }]
}

export interface Marks {
  marks: Mark[]
  /** Numbers without a counting word. */
  bare: Numeral[]
}

/** `tags`: brackets with a known meaning other than a number. */
export function explainNumbers(
  plain: string,
  numerals: Numeral[],
  brackets: Bracket[],
  tags: readonly { start: number; end: number }[],
): Marks {
  const marks = findSeasonMarks(plain)
  const bare: Numeral[] = []
  // The 3 in `2 of 3` belongs to the 2.
  let readTo = 0
  for (const numeral of numerals) {
    if (numeral.start < readTo || isInside(numeral.start, [...tags, ...marks])) continue
    const isCounted = !notCounted.test(plain.slice(numeral.end, numeral.end + 10))
    const found = isCounted ? findMark(plain, numeral, readTo) : null
    if (found && isAccepted(found, brackets, plain)) {
      marks.push(found)
      readTo = findCount(plain, numeral)?.end ?? found.end
    } else if (isCounted && !numeral.spelled) bare.push(numeral)
  }
  return { marks, bare: bare.filter((numeral) => isOpen(numeral, brackets)) }
}

/** A number in brackets without a counting word must be alone: `(02)`. */
const isOpen = ({ start, end, padded }: Numeral, brackets: Bracket[]) => {
  const around = brackets.find((one) => start >= one.start && start < one.end)
  return !around || (padded && start === around.start + 1 && end === around.end - 1)
}

/** Properties of a scan, anywhere in a name: `c2c`, `52p`, `1080p`. */
export const scanWords = /(?<![a-z\d])(?:c2c|ctc|noads|\d{1,4}p)(?![a-z\d])/g

/** In square and curly brackets a mark must be alone, otherwise it is part of a group name. */
function isAccepted(mark: Mark, brackets: Bracket[], plain: string): boolean {
  const around = brackets.find(({ start, end }) => mark.start >= start && mark.start < end)
  if (!around) return true
  if (mark.rank === 3) return false
  if (around.shape === 'round') return true
  const others = plain.slice(around.start, mark.start) + plain.slice(mark.end, around.end)
  return others.replace(/[[\]{}\s]/g, '') === ''
}

/** The first mark in the name with the best rank. */
export function findFirstMark(marks: Mark[], counts: Counted, maxRank: number): Mark | null {
  const fitting = marks.filter((mark) => mark.counts === counts && mark.rank <= maxRank)
  return fitting.toSorted((a, b) => a.rank - b.rank || a.start - b.start)[0] ?? null
}
