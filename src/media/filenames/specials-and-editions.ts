/**
 * Recognizes editions, and books outside the regular numbering. The words are in `words.json`.
 * Pure.
 */
import { lazily } from '../../platform/lib/lazily'
import { listPhrases, toPattern } from '../words/words'

const names = ['annual', 'special', 'omake', 'extra', 'one-shot', 'free-comic-book-day'] as const
export type Kind = (typeof names)[number]

export interface KindFound {
  kind: Kind
  start: number
  text: string
}

/**
 * Words with `always` apply even next to a volume or chapter number. Other words also appear in
 * titles, so they are used only if the name contains no number.
 */
interface KindPattern {
  kind: Kind
  always: boolean
  pattern: RegExp
}

/**
 * Lookahead after a word for a special. It does not match in a title such as `The Special Class`.
 */
const atEnd = String.raw`(?=\s*(?:$|[-()[\]{}:,.+#;&]|\d))`
function wholeWord(words: string[], mayBeInTitle: boolean) {
  const word = String.raw`(?:${toPattern(words)})(?!\p{L})`
  const start = String.raw`(?<![\p{L}\p{N}]|\+ )`
  const patterns = mayBeInTitle ? `${start}${word}${atEnd}|(?<= - )${word}` : `${start}${word}`
  return new RegExp(patterns, 'u')
}

const isInTitles = (kind: Kind) => kind === 'special' || kind === 'extra'

const listKindPatterns = lazily((): KindPattern[] => {
  const signs = names
    .map((kind) => ({ kind, words: listPhrases([kind], true) }))
    .filter(({ words }) => words.length > 0)
    .map(({ kind, words }) => ({ kind, always: true, pattern: new RegExp(toPattern(words), 'u') }))
  const spaced = names.map((kind) => ({
    kind,
    always: !isInTitles(kind),
    pattern: wholeWord(listPhrases([kind], false), isInTitles(kind)),
  }))

  return [
    { kind: 'special', always: true, pattern: /(?<![a-z\d])(?:sp|hs)\s?\d{1,3}(?!\d)/ },
    ...[...signs, ...spaced].toSorted((a, b) => Number(b.always) - Number(a.always)),
  ]
})

export function findKind(plain: string, isNumbered: boolean): KindFound | null {
  for (const { kind, always, pattern } of listKindPatterns()) {
    const found = always || !isNumbered ? pattern.exec(plain) : null
    if (found) return { kind, start: found.index, text: found[0] }
  }
  return null
}

/** Returns the type of special indicated by a number's suffix, as in `567.extra`. */
export const findKindOfSuffix = (suffix: string | null): Kind | null =>
  suffix === 'extra' || suffix === 'omake' || suffix === 'special' ? suffix : null

const getEdition = lazily(() => {
  const editionOf = toPattern(listPhrases(['editionOf'], false))
  const editionKinds = toPattern(listPhrases(['editionKind'], false))
  const editionWords = toPattern(listPhrases(['edition'], false))
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}]|\+ )(?:(?:${editionKinds}|\d{1,3}(?:st|nd|rd|th)(?: anniversary)?) (?:${editionOf})|${editionWords})(?![\p{L}\p{N}])|${toPattern(listPhrases(['edition'], true))}`,
    'u',
  )
})

/**
 * Matches words at the end of a series name that describe the book, as in `Series 番外`. Editions
 * remain in the name, because each edition has its own numbering.
 */
const describing = (words: string[]) =>
  new RegExp(String.raw`(?<=\S[\s-]{1,4})(?:${toPattern(words)})[\s:-]*$`, 'u')
const listUnspaced = () => listPhrases(['special', 'extra', 'omake', 'one-shot'], true)
const besideNumber = lazily(() => describing(listUnspaced()))
const withoutNumber = lazily(() =>
  describing([...listUnspaced(), ...listPhrases(['omake'], false)]),
)

/** Returns the length of the name without a descriptive word at its end. */
export const cutDescription = (plain: string, isNumbered: boolean): number => {
  const found = (isNumbered ? besideNumber() : withoutNumber()).exec(plain.slice(-60))
  return found ? Math.max(0, plain.length - 60) + found.index : plain.length
}

export function findEdition(plain: string): { start: number; end: number } | null {
  const found = getEdition().exec(plain)
  return found ? { start: found.index, end: found.index + found[0].length } : null
}
