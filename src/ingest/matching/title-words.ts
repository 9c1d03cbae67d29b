/** Comparable forms of titles, and the similarity of their letters. Pure. */
import { foldText } from '../../platform/lib/text/fold-text'

const romanNumerals: Record<string, string> = {
  ii: '2',
  iii: '3',
  iv: '4',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
}

export const articles = 'the|a|an|les?|la|die|der|das|el|los|las|il|lo|gli|het|een|de'
const articleWord = new RegExp(`^(${articles})$`)

/** Each title is compared with many others. The caches are cleared when full. */
const maxCached = 20_000

function cached<Value>(create: (text: string) => Value): (text: string) => Value {
  const values = new Map<string, Value>()
  return (text) => {
    const found = values.get(text)
    if (found !== undefined) return found
    if (values.size >= maxCached) values.clear()
    const value = create(text)
    values.set(text, value)
    return value
  }
}

/**
 * Lists the words in lower case, without accents or a leading article; Roman numerals as digits.
 */
export const splitTitle = cached((title: string): readonly string[] => {
  const plain = foldText(decodeEntities(title))
    .replace(/[×✕]/g, 'x')
    .replace(/(?<=[\p{L}\p{N}]\s?)[&+](?=\s?[\p{L}\p{N}])/gu, ' and ')
    .replace(/['’`´]/g, '')
    .replace(/\bdoctor\b/g, 'dr')
  const words = [...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => romanNumerals[word] ?? word)
  return words.length > 1 && articleWord.test(words[0]!) ? words.slice(1) : words
})

const entities: Record<string, string> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
}

/** Decodes HTML entities, because some catalogs send titles as HTML. */
const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|(\w{2,6}));/g, (entity, code?: string, name = '') =>
    code === undefined
      ? (entities[name] ?? entity)
      : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  )

export const joinTitle = cached((title: string) => splitTitle(title).join(''))

/** Joins words and unifies the different romanizations of Japanese long vowels and particles. */
export const joinRomaji = cached((title: string) =>
  splitTitle(title)
    .map((word) => (word === 'wo' ? 'o' : word))
    .join('')
    .replace(/ou|oo|oh(?=[^aeiou]|$)/g, 'o')
    .replace(/uu/g, 'u')
    .replace(/aa/g, 'a'),
)

const letterPairs = cached((text: string): readonly string[] => {
  const letters = Array.from(text)
  return letters.length < 2
    ? [text]
    : letters.slice(1).map((letter, index) => letters[index]! + letter)
})

const isHan = cached((text: string) => /^[\p{sc=Han}]{3,}$/u.test(text))

/**
 * Returns the share of letter pairs that both texts have, from 0 to 1. Compares single characters
 * of Chinese texts, because a character is about half a word.
 */
export function compareLetters(a: string, b: string): number {
  return isHan(a) && isHan(b)
    ? compareItems(Array.from(a), Array.from(b))
    : compareItems(letterPairs(a), letterPairs(b))
}

function compareItems(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const item of right) counts.set(item, (counts.get(item) ?? 0) + 1)
  let common = 0
  for (const item of left) {
    const count = counts.get(item) ?? 0
    if (count === 0) continue
    counts.set(item, count - 1)
    common += 1
  }
  return (2 * common) / (left.length + right.length)
}
