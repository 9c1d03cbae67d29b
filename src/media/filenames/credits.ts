/** Finds credits for a book or scan in the brackets of its name. Pure. */
import type { Bracket } from './brackets'
import {
  detectTagKind,
  findLanguageOfGroup,
  isKindOfWork,
  parseLanguages,
  type TagKind,
} from './tags'
import { type NameText, tidyText } from './name-text'

export interface Credits {
  /** Scanlation group or doujinshi circle. */
  group: string | null
  artists: string[]
  /** Doujinshi convention, such as `C92`. */
  event: string | null
  /** Works that a doujinshi is based on. */
  parodies: string[]
  publisher: string | null
  /** ISO 639 codes. */
  languages: string[]
  quality: string[]
  /** Number of a revised scan, such as `[v2]`. */
  revision: number | null
  /** Whether the name indicates that the series is complete. */
  complete: boolean
  /** Brackets that do not match any rule. */
  tags: string[]
}

export interface TaggedBracket extends Bracket {
  kind: TagKind | null
}

export const tagBrackets = (brackets: Bracket[]): TaggedBracket[] =>
  brackets.map((bracket) => ({
    ...bracket,
    kind: isId(bracket) ? 'empty' : detectTagKind(bracket),
  }))

/** Returns whether this is a database ID, such as `[218565]` or `[cv-140084]`. */
const isId = ({ plain }: Bracket) => /^(?:[a-z]{2,4}-)?\d{5,10}$/.test(plain)

/** Finds the credits. `used` lists the brackets that contain the number or year of the book. */
export function parseCredits(
  text: NameText,
  brackets: TaggedBracket[],
  used: Bracket[],
  isNumbered: boolean,
): Credits {
  const say = (kind: TagKind) => brackets.filter((one) => one.kind === kind)
  const unknown = brackets.filter(
    (one) => !one.kind && !used.some(({ start }) => start === one.start),
  )
  const leading = unknown.find((one) => one.shape === 'square' && isLeading(text.plain, one))
  const makers = leading ? findMakers(getInnerText(text, leading), isNumbered) : noMakers
  const isAmateur = say('event').length > 0 || makers.artists.length > 0
  const rest = unknown.filter((one) => one !== leading)
  const parody = isAmateur ? rest.find((one) => one.shape === 'round') : undefined
  const tail = rest.findLast(
    (one) => one.shape !== 'curly' && one !== parody && !isKindOfWork(one.plain),
  )
  const scanner = makers.group === null && !isAmateur && tail ? getInnerText(text, tail) : null
  const others = rest.filter((one) => one !== parody && !(scanner !== null && one === tail))
  return {
    group: makers.group ?? scanner,
    artists: makers.artists,
    event: findEvent(text, say('event')),
    parodies: parody ? splitList(getInnerText(text, parody)) : [],
    publisher: findFirstInside(text, say('publisher')),
    languages: findLanguages(brackets),
    quality: say('quality').map((one) => getInnerText(text, one)),
    revision: findRevision(say('revision')) ?? findGluedRevision(text.plain),
    complete: say('complete').length > 0,
    tags: others.flatMap((one) => splitList(getInnerText(text, one))).slice(0, maxTags),
  }
}

/**
 * Returns the text of the first bracket with a convention. Spellings such as `c 92` become `C92`.
 */
function findEvent(text: NameText, [first]: Bracket[]): string | null {
  const event = first ? getInnerText(text, first) : null
  return event && /^c\s?\d+$/i.test(event) ? event.toUpperCase().replace(/\s/, '') : event
}

const maxTags = 20
const noMakers = { group: null, artists: [] }

const findLanguages = (brackets: TaggedBracket[]) => [
  ...new Set(
    brackets.flatMap(({ plain }) =>
      [...parseLanguages(plain), findLanguageOfGroup(plain) ?? []].flat(),
    ),
  ),
]

/** Finds a revision directly after the number, as in `012v2`. */
const findGluedRevision = (plain: string) => {
  const found = /\d\.?v0{0,2}(\d)(?![\w.])/.exec(plain)
  return found ? Number(found[1]) : null
}

const findRevision = ([first]: Bracket[]) => (first ? Number(first.plain.slice(1)) : null)

const isLeading = (plain: string, bracket: Bracket) =>
  /^(?:[\s-]|[([{][^()[\]{}]{0,80}[)\]}])*$/.test(plain.slice(0, Math.min(bracket.start, 200)))

/** Returns the inner text in its original spelling. */
export const getInnerText = (text: NameText, { start, end }: Bracket) =>
  tidyText(text.shown.slice(start, end).replace(/^[([{【（［〔｛]|[)\]}】）］〕｝]$/gu, '')) ?? ''

const findFirstInside = (text: NameText, [first]: Bracket[]) =>
  first ? getInnerText(text, first) : null

const splitList = (inside: string) =>
  inside.split(/[,、，]/u).flatMap((word) => tidyText(word) ?? [])

/** Splits the names of artists. Unlike the title of a parody, they do not contain slashes. */
const splitArtists = (inside: string) =>
  inside.split(/[,、，&＆;×／/+]/u).flatMap((word) => tidyText(word) ?? [])

/**
 * Returns whether this is an author's name in Chinese, Japanese or Korean, as in `[星名れい] 霧の港`. The
 * names of groups contain words such as `字幕` (subtitles).
 */
const isNamedInCjk = (inside: string) =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・×、,&\s]{2,60}$/u.test(
    inside,
  ) && !/[组組社]|汉化|漢化|字幕|翻[译訳譯]|工房|文庫|書店|출판/u.test(inside)

/**
 * Parses `[Circle (Artist, Artist)]`. Without inner brackets, an author's name in Chinese, Japanese
 * or Korean is the artist. Any other name is the scan group, or the artist if the book has no
 * number.
 */
function findMakers(inside: string, isNumbered: boolean): Pick<Credits, 'group' | 'artists'> {
  const circle = /^(?<group>[^()]{1,100})\((?<artists>[^()]{1,200})\)$/.exec(inside)?.groups
  if (circle)
    return {
      group: tidyText(circle['group'] ?? ''),
      artists: splitArtists(circle['artists'] ?? ''),
    }
  if (isNamedInCjk(inside)) return { group: null, artists: splitArtists(inside) }
  return isNumbered ? { group: inside, artists: [] } : { group: null, artists: [inside] }
}
