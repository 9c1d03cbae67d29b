/**
 * Recognizes bracket tags for languages, quality, publishers, conventions, kinds of works and
 * complete series.
 */
import { findLanguageByWord } from '../metadata/languages'
import type { Bracket } from './brackets'

const publishers = new Set(
  (
    'dc|dc comics|marvel|marvel comics|image|image comics|dark horse|darkhorse|idw|vertigo|boom|dynamite|' +
    'oni press|valiant|archie|2000ad|rebellion|titan|humanoids|dargaud|dupuis|delcourt|glénat|glenat|' +
    'casterman|soleil|viz|viz media|kodansha|kodansha comics|shueisha|shogakukan|square enix|yen press|' +
    'seven seas|tokyopop|del rey|vertical|j-novel club|carlsen|panini|norma|ivrea|planeta|jbc'
  ).split('|'),
)

/** Returns whether this is a known publisher. `name` must be in lowercase. */
export const isPublisherName = (name: string) => publishers.has(name)

const qualityWords =
  /^(?:digital|dig|digital-?hd|hd|uhd|hq|lq|web|hd-?webrip|webrip|web-?dl|scan|scans|raw|raws|retail|kindle|kobo|mobile|ocr|c2c|ctc|noads|colou?r|full|colou?red|b&w|bw|uncensored|decensored|remaster(?:ed)?|fixed|fix|f\d?|hi-?res|\d{3,4}(?:px|p|x)|\d{3,4}x\d{3,4})$/

/** Returns whether a text describes only the quality of a scan. `plain` must be in lowercase. */
export const isQuality = (plain: string): boolean =>
  plain.split(/[\s,+]+/).every((word) => qualityWords.test(word))

/** Conventions where doujinshi are sold. */
const event =
  /^(?:c\s?\d{1,3}|ac\d{1,3}|sc\d{1,4}|(?:comic1|comitia|reitaisai|futaket|例大祭|サンクリ|紅楼夢|コミティア|コミケ).{0,14})$/

const completeWords = /^(?:complete[d]?|ended|end|fin|完|完結|完结|全|완|완결|完本)$/

/** Returns whether a text after the number means that the series is complete. */
export const isCompleteSign = (text: string | null): boolean =>
  text !== null && /^(?:END|完|完結|完结|完本|완|완결)$/.test(text)

/** Kinds of works, which are not names of groups. */
const works =
  /^(?:light novel|ln|web novel|wn|novel|manga|manhwa|manhua|webtoon|comics?|graphic novel)$/

/** Returns whether this is a kind of work, such as `light novel`. `plain` must be in lowercase. */
export const isKindOfWork = (plain: string): boolean => works.test(plain)

interface Tags {
  languages: string[]
  quality: string[]
  publisher: string | null
  event: string | null
  edition: string | null
  /** Whether the name indicates that the series is complete. */
  complete: boolean
  /** Number of a revised scan, such as `[v2]`. */
  revision: number | null
}

export type TagKind = keyof Tags | 'pages' | 'empty'

const kinds: [TagKind, (plain: string, bracket: Bracket) => boolean][] = [
  ['empty', (plain) => plain === ''],
  ['languages', (plain) => parseLanguages(plain).length > 0],
  ['quality', isQuality],
  ['event', (plain) => event.test(plain)],
  ['publisher', (plain) => publishers.has(plain)],
  ['complete', (plain) => completeWords.test(plain)],
  ['pages', (plain) => /^\d{1,4}\s?(?:pages?|p|pp|pgs|covers?)$/.test(plain)],
  ['revision', (plain, { shape }) => (shape === 'square' ? /^v\d$/ : /^v0$/).test(plain)],
  ['edition', (plain) => /^.{1,40}\b(?:edition|édition)$/.test(plain)],
]

/** Returns null if the meaning of the bracket is unknown. */
export const detectTagKind = (bracket: Bracket): TagKind | null =>
  kinds.find(([, fits]) => fits(bracket.plain, bracket))?.[0] ?? null

/** Parses tags such as `English` or `En,Textless`. */
export function parseLanguages(plain: string): string[] {
  if (plain.length > 60) return []
  const codes = plain.split(/[\s,/&+]{1,3}/).map(findLanguageByWord)
  // In longer text, the first word may belong to a title, as in `(It came)`.
  if (!codes[0] || (codes.length > 1 && !/[,/&+]/.test(plain))) return []
  return [...new Set(codes.flatMap((code) => code ?? []))]
}

/** Finds the language in the name of a group, such as `某某汉化组`. */
export const findLanguageOfGroup = (plain: string) =>
  /汉化|漢化|中国翻訳/.test(plain) ? 'zh' : null
