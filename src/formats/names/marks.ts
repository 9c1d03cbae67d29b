/** Numbers that a word or a sign next to them explains. Pure. */
import { type Bracket, isInside } from './brackets'
import type { Numeral } from './numbers'
import {
  type Counted,
  type CountingRule,
  lettersInFront,
  notCounted,
  signsBehind,
  signsInFront,
  wordsInFront,
} from './words'

/** A number of which it is known what it counts. */
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
const front = bySign(signsInFront)
const behind = bySign(signsBehind).map(({ text, rule }) => ({
  text: text.replace('\u00a0', ' '),
  rule,
}))

/** The word, and what may stand between it and its number. */
const wordInFront = /(?<word>[\p{L}\p{M}№]{1,16}°?)(?<gap>\.?\s{0,2}|[-:]|\.?\s?#\s?-?)$/u

export function markOf(plain: string, numeral: Numeral): Mark | null {
  const before = plain.slice(Math.max(0, numeral.start - 24), numeral.start)
  return (
    frontMark(before, numeral) ??
    behindMark(plain, numeral) ??
    ofMark(plain, numeral) ??
    hashMark(before, numeral)
  )
}

function frontMark(before: string, numeral: Numeral): Mark | null {
  const found = wordInFront.exec(before)
  const { word = '', gap = '' } = found?.groups ?? {}
  if (!found) return null
  const start = numeral.start - word.length - gap.length
  // A letter straight behind a digit belongs to that number: `11v2`, `S01E02`.
  const isGlued = /\d/.test(before[found.index - 1] ?? '')
  const rule = words.get(word) ?? letterRule(word, gap, numeral)
  if (rule && !isGlued) return mark(rule, numeral, start)
  if (gap.includes('#') || numeral.spelled) return null
  const sign = front.find(({ text }) => word.endsWith(text))
  return sign ? mark(sign.rule, numeral, numeral.start - gap.length - sign.text.length) : null
}

const letterRule = (word: string, gap: string, numeral: Numeral) =>
  (gap === '' || gap === '.') && !numeral.spelled ? letters.get(word) : undefined

function behindMark(plain: string, numeral: Numeral): Mark | null {
  const after = plain.slice(numeral.end, numeral.end + 12)
  const rest = after.replace(/^\s/, '')
  const sign = behind.find(({ text }) => rest.startsWith(text))
  if (!sign) return null
  const start = /[第제全]\s?$/.exec(plain.slice(Math.max(0, numeral.start - 2), numeral.start))
  const end = numeral.end + (after.length - rest.length) + sign.text.length
  const whole = { ...numeral, end }
  // `全12巻` is all of the volumes from the first to the twelfth.
  const counted = start?.[0].startsWith('全') ? { ...whole, value: 1, last: numeral.value } : whole
  return mark(sign.rule, counted, numeral.start - (start?.[0].length ?? 0))
}

/** `2 of 3`, `Teil 1 von 4`. */
const countBehind = /^\s?\(?\s?(?:of|von|sur|из)\s(?<count>\d{1,4})(?!\d)\)?/

export function countOf(
  plain: string,
  numeral: { end: number },
): { count: number; end: number } | null {
  const found = countBehind.exec(plain.slice(numeral.end, numeral.end + 16))
  return found
    ? { count: Number(found.groups?.['count']), end: numeral.end + found[0].length }
    : null
}

function ofMark(plain: string, numeral: Numeral): Mark | null {
  if (numeral.spelled || !countOf(plain, numeral)) return null
  return mark({ name: '2 of 3', counts: 'chapter', rank: 1 }, numeral, numeral.start)
}

function hashMark(before: string, numeral: Numeral): Mark | null {
  const sign = /#\s?(?<minus>-?)$/.exec(before)
  if (!sign || numeral.spelled) return null
  const value = sign.groups?.['minus'] ? -numeral.value : numeral.value
  const rule: Rule = { name: '#12', counts: 'chapter', rank: 1 }
  return mark(rule, { ...numeral, value }, numeral.start - sign[0].length)
}

type Rule = Omit<CountingRule, 'words'>

const mark = ({ name, counts, rank }: Rule, numeral: Numeral, start: number): Mark => ({
  ...numeral,
  start,
  counts,
  rank,
  rule: name,
})

/** `S01E02`, `S3 - Chapter 20`. */
const seasonLetters =
  /(?<![\p{L}\p{N}])s(?<season>\d{1,2})(?:\s?(?:e|ep)\s?(?<episode>\d{1,4})(?!\d)|(?=\s-?\s?(?:ch|ep|c\d)))/u

export function seasonMarks(plain: string): Mark[] {
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
  /** Without any word. */
  bare: Numeral[]
}

/** `tags`: brackets of which the meaning is known and is not a number. */
export function explainNumbers(
  plain: string,
  numerals: Numeral[],
  brackets: Bracket[],
  tags: Bracket[],
): Marks {
  const marks = seasonMarks(plain)
  const bare: Numeral[] = []
  for (const numeral of numerals) {
    if (isInside(numeral.start, tags) || isInside(numeral.start, marks)) continue
    const found = isMeasure(plain, numeral) ? null : markOf(plain, numeral)
    if (found && isBelieved(found, brackets, plain)) marks.push(found)
    else if (!numeral.spelled && !isMeasure(plain, numeral)) bare.push(numeral)
  }
  return { marks, bare: bare.filter((numeral) => !isInside(numeral.start, brackets)) }
}

const isMeasure = (plain: string, { end }: Numeral) => notCounted.test(plain.slice(end, end + 10))

/** In square and curly brackets a mark must stand alone, or it is part of a group's name. */
function isBelieved(mark: Mark, brackets: Bracket[], plain: string): boolean {
  const around = brackets.find(({ start, end }) => mark.start >= start && mark.start < end)
  if (!around) return true
  if (mark.rank === 3) return false
  if (around.shape === 'round') return true
  const others = plain.slice(around.start, mark.start) + plain.slice(mark.end, around.end)
  return others.replace(/[[\]{}\s]/g, '') === ''
}

/** The best rank, and of that rank the first in the name. */
export function firstOf(marks: Mark[], counts: Counted, maxRank: number): Mark | null {
  const fitting = marks.filter((mark) => mark.counts === counts && mark.rank <= maxRank)
  return fitting.toSorted((a, b) => a.rank - b.rank || a.start - b.start)[0] ?? null
}
