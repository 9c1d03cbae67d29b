/** Finds the meaning of numbers next to a counting word or character. Pure. */
import { isPartOfWork, type Numeral } from './numerals'
import {
  type Counted,
  type CountingRule,
  findCount,
  findSignBehind,
  lettersInFront,
  phrasesBehindDash,
  type Rank,
  signsInFront,
  specialPhrases,
  wordsBehind,
  wordsInFront,
} from './counting-words'

/** A number with its meaning. */
export interface Mark extends Numeral {
  counts: Counted
  rank: Rank
  rule: string
}

/** Matches the word before a number, and the characters allowed between the two. */
const findWordInFront = /(?<word>[\p{L}\p{M}№]{1,16}°?)(?<gap>\.?\s{0,2}|[-:]|\.?\s?#\s?-?)$/u

/** Finds the meaning of a number. Words before the position `from` belong to a different number. */
export function findMark(plain: string, numeral: Numeral, from: number): Mark | null {
  const before = plain.slice(Math.max(from, numeral.start - 24), numeral.start)
  const front = findFrontMark(before, numeral, plain)
  // In `Part 2 of 3`, the 2 is the number of a part.
  if (front && front.rank < 4) return addSignBehind(plain, front, numeral)
  return (
    findBracketedMark(plain, numeral) ??
    findBehindMark(plain, numeral) ??
    findBehindWord(plain, numeral) ??
    findHashMark(before, numeral) ??
    findCountMark(plain, numeral, front) ??
    front ??
    findDashedMark(plain.slice(0, numeral.start), numeral) ??
    (isPartOfWork(numeral, plain) ? explainPart(before, numeral) : null)
  )
}

/**
 * Matches numbers that belong to the series name, as in `20 ans de ferme - Intégrale 2` and
 * `Torpedo 1936 - Integral 2`.
 */
const numbersOfSeries = /^[1-9]\d*(?=\s\p{L})|(?<!\d)(?:19|20)\d\d(?!\d)/gu

/**
 * Finds a mark after a dash, as in `Series - Side Story 12`. Words for editions remain in the
 * series name.
 */
function findDashedMark(before: string, numeral: Numeral): Mark | null {
  const phrase = before.replace(/\s$/, '')
  const edition = phrase.replace(/ - (?:l['’]|(?:la|le|die|the) )/, ' - ')
  const found = phrasesBehindDash.find(({ text, rule: { counts } }) =>
    (counts === 'special' ? phrase : edition).endsWith(` - ${text}`),
  )
  if (!found || phrase === before || numeral.spelled) return null
  if (/\d/.test(before.replace(numbersOfSeries, ''))) return null
  const length = found.rule.counts === 'special' ? found.text.length + 1 : 0
  return explained(found.rule, numeral, numeral.start - length)
}

/**
 * Finds a word for extra books that is alone in brackets with its number, as in `[Bonus 2] Title`.
 */
function findBracketedMark(plain: string, numeral: Numeral): Mark | null {
  const before = plain.slice(0, numeral.start).replace(/[\s.]{0,2}#?$/, '')
  const open = before.search(/[([][^()[\]]{1,24}$/)
  if (open < 0 || !/^[)\]]/.test(plain.slice(numeral.end))) return null
  if (/\d/.test(before.slice(0, open).replace(numbersOfSeries, ''))) return null
  const word = before.slice(open + 1)
  const found = phrasesBehindDash.find(
    ({ text, rule: { counts } }) => counts === 'special' && text === word,
  )
  return found ? explained(found.rule, numeral, open + 1) : null
}

/** Includes the sign after the number in the mark, as in `番外編 3話`. */
function addSignBehind(plain: string, front: Mark, numeral: Numeral): Mark {
  const end = findBehindMark(plain, numeral)?.end ?? front.end
  return { ...front, end: Math.max(front.end, end) }
}

function findFrontMark(before: string, numeral: Numeral, plain: string): Mark | null {
  const found = findWord(before)
  if (!found) return null
  const { word, gap, head } = found
  const rule = isGlued(word, head, numeral)
    ? undefined
    : (wordsInFront.get(word) ?? letterRule({ word, gap, numeral, plain }))
  const special = findSpecialBefore(rule, before, head.length)
  if (special) return explained(special.rule, numeral, numeral.start - special.length)
  const own = rule ? { text: word, rule } : null
  const chosen = numeral.spelled ? own : (findLongerMark(before, gap) ?? own)
  if (!chosen) return findFrontSign(word, gap, numeral)
  return explained(chosen.rule, numeral, numeral.start - chosen.text.length - gap.length)
}

/** In `年No.5`, the word starts where the script changes. */
const latinBehindCjk =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[a-z]{1,12}$/u

function findWord(before: string): { word: string; gap: string; head: string } | null {
  const [, whole, gap = ''] = findWordInFront.exec(before) ?? []
  if (whole === undefined) return null
  const word = latinBehindCjk.exec(whole)?.[0] ?? whole
  return { word, gap, head: before.slice(0, before.length - gap.length - word.length) }
}

/** Returns whether the letter belongs to the number before it, as in `11v2` and `11.v2`. */
const isGlued = (word: string, head: string, { padded }: Numeral) =>
  /\d$/.test(head) || (word === 'v' && !padded && /\d\.$/.test(head))

/** Finds the word for a special before the word for a number, as in `Annual No. 3`. */
function findSpecialBefore(
  ofNumber: Rule | undefined,
  before: string,
  end: number,
): { rule: Rule; length: number } | null {
  if (!ofNumber || !/number sign$|issue$|^n\.5$/.test(ofNumber.name)) return null
  const head = before.slice(0, end).trimEnd()
  const word = /\p{L}{1,16}$/u.exec(head)?.[0] ?? ''
  const special = wordsInFront.get(word)
  const found = special?.counts === 'special' ? { text: word, rule: special } : findPhrase(head)
  return found
    ? { rule: found.rule, length: before.length - head.length + found.text.length }
    : null
}

function findFrontSign(word: string, gap: string, numeral: Numeral): Mark | null {
  if (gap.includes('#')) return null
  const sign = signsInFront.find(({ text }) => word.endsWith(text))
  return sign ? explained(sign.rule, numeral, numeral.start - gap.length - sign.text.length) : null
}

/** Finds marks that are not a single word, as in `Hors-série 2` or `S01E02`. */
function findLongerMark(before: string, gap: string): { text: string; rule: Rule } | null {
  const phrase = findPhrase(before.slice(0, before.length - gap.length))
  if (phrase) return phrase
  return episodeOfSeason.test(before) ? { text: 'e', rule: episodeRule } : null
}

/** Matches `S01E` before the episode number in `S01E02`. */
const episodeOfSeason = /(?<![\p{L}\p{N}])s\d{1,2}\s?-?\s?e$/u
const episodeRule: Rule = { name: 'S01E02', counts: 'chapter', rank: 1 }

interface Letter {
  word: string
  gap: string
  numeral: Numeral
  plain: string
}

const letterRule = (letter: Letter) =>
  !letter.numeral.spelled && (/^(?:\.\s?)?$/.test(letter.gap) || isSpacedVolume(letter))
    ? lettersInFront.get(letter.word)
    : undefined

/**
 * Returns whether a number after a space is a volume: with leading zeros, as in `T 01`, or in a
 * part of its own, as in `T 12 - Title`.
 */
function isSpacedVolume({ word, gap, numeral, plain }: Letter): boolean {
  const { start, end, padded, value } = numeral
  if (gap !== ' ' || !/^[tv]$/.test(word)) return false
  const isPart =
    /(?:^|\s-\s)t $/.test(plain.slice(0, start)) && /^(?:$|\s-\s|\s\()/.test(plain.slice(end))
  return padded ? value < 10 : isPart && value < 100
}

/** Matches the rest of a word or phrase in a title, as in `3회차 인생` or `100話の恋`. */
const continues = /^(?:の|目の|(?![완끝합특외번상하중전후까])\p{Script=Hangul})/u

function findBehindMark(plain: string, numeral: Numeral): Mark | null {
  const after = plain.slice(numeral.end, numeral.end + 12)
  const rest = after.replace(/^\s/, '')
  const start = /[第제全]\s?$/.exec(plain.slice(Math.max(0, numeral.start - 2), numeral.start))
  const sign = findSignBehind(rest, start !== null || plain[numeral.start] === '第')
  if (!sign || continues.test(rest.slice(sign.text.length))) return null
  const ordinal = rest.startsWith('目', sign.text.length) ? 1 : 0
  const end = numeral.end + (after.length - rest.length) + sign.text.length + ordinal
  const whole = { ...numeral, end }
  // `全12巻` means all volumes from 1 to 12.
  const counted = start?.[0].startsWith('全') ? { ...whole, value: 1, last: numeral.value } : whole
  return explained(sign.rule, counted, numeral.start - (start?.[0].length ?? 0))
}

/** Finds a phrase such as `Hors-série`. */
const findPhrase = (before: string) =>
  specialPhrases.find(
    ({ text }) =>
      before.endsWith(text) && !/[\p{L}\p{N}]/u.test(before[before.length - text.length - 1] ?? ''),
  )

/**
 * Matches an ordinal followed by a word, or in some languages a cardinal followed by a word, as in
 * `2nd season` or `3 том`.
 */
const wordBehind =
  /^(?<ordinal>\.|[ªº°]|-?(?:st|nd|rd|th|er|ère|ème|e|й|я|е|ый|ая))?\s?(?<word>\p{L}[\p{L}\p{M}]{0,15})(?<rest>(?![\p{L}\p{N}]).*)$/su

function findBehindWord(plain: string, numeral: Numeral): Mark | null {
  if (numeral.spelled) return null
  const start = numeral.end - (numeral.suffix?.length ?? 0)
  const [, ordinal, word = '', rest = ''] = wordBehind.exec(plain.slice(start, start + 40)) ?? []
  const rule = wordsBehind.get(word)
  if (!rule || !(ordinal ?? rule.numberFirst)) return null
  if (!isOrdinal(ordinal) && !isBoundary(rest)) return null
  const end = plain.indexOf(word, start) + word.length
  return explained(rule, { ...numeral, suffix: null, end }, numeral.start)
}

/** A dot may also follow a list number: `01. Volume 2`. */
const isOrdinal = (ordinal: string | undefined) => ordinal !== undefined && ordinal !== '.'

const freeYear = /^\s(?:18|19|20)\d{2}(?!\d)/
const nextNumber = /^\.?\s{0,2}#?\d+(?:[.,-]\d+)?\s?(?<word>[\p{L}\p{M}]{0,16})(?<tail>.*)$/su

/** In `2 Глава 5`, the word belongs to the 5, but in `2 том 14 глава`, it belongs to the 2. */
function isBoundary(rest: string): boolean {
  const next = nextNumber.exec(rest)
  if (next && !freeYear.test(rest)) {
    const { word = '', tail = '' } = next.groups ?? {}
    return (wordsBehind.get(word)?.numberFirst ?? false) && isBoundary(tail)
  }
  return freeYear.test(rest) || /^\.?\s*(?:$|[-()[\]{}:,;+]|\p{L}+\.?\s?\d)/u.test(rest)
}

export const partOfRule = 'part 2 of 3'

/** In `Part 2 of 3`, the number may be that of a part of a story. */
function findCountMark(plain: string, numeral: Numeral, front: Mark | null): Mark | null {
  if (numeral.spelled || !findCount(plain, numeral)) return null
  return front?.counts === 'volume'
    ? explained({ name: partOfRule, counts: 'chapter', rank: 3 }, numeral, front.start)
    : explained({ name: '2 of 3', counts: 'chapter', rank: 3 }, numeral, numeral.start)
}

function findHashMark(before: string, numeral: Numeral): Mark | null {
  const sign = /#\s?(?<minus>-?)$/.exec(before)
  if (!sign || numeral.spelled) return null
  const value = sign.groups?.['minus'] ? -numeral.value : numeral.value
  const rule: Rule = { name: '#12', counts: 'chapter', rank: 2 }
  return explained(rule, { ...numeral, value }, numeral.start - sign[0].length)
}

type Rule = Omit<CountingRule, 'numberFirst'>

/** A part in brackets does not belong to the title, so it has a better rank. */
const explainPart = (before: string, numeral: Numeral) =>
  explained(
    { name: 'part of a work', counts: 'volume', rank: /[([]$/.test(before) ? 3 : 4 },
    numeral,
    numeral.start,
  )

const explained = ({ name: rule, ...meaning }: Rule, numeral: Numeral, start: number): Mark => {
  const { counts, rank } = meaning
  return { ...numeral, start, counts, rank, rule }
}
