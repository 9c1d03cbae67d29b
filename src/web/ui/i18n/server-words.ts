/**
 * The server speaks English, also in what it wrote down long ago. Its sentences are in the catalogues as
 * they stand in its sources (`i18n/de/server.json`), so another language is found by the sentence itself.
 */
import { i18n } from '@lingui/core'

interface Phrase {
  /** As it stands in the catalogue, with places such as `{0}`. */
  text: string
  fits: RegExp
}

let known: { messages: object; phrases: readonly Phrase[] } | undefined

/** In the language of the interface; as the server said it where that is not known. */
export function said(sentence: string): string {
  if (i18n.locale === 'en') return sentence
  return translated(sentence) ?? inParts(sentence) ?? sentence
}

function translated(sentence: string): string | undefined {
  if (i18n.messages[sentence] !== undefined) return i18n._(sentence)
  for (const { text, fits } of phrases()) {
    const found = fits.exec(sentence)
    // What stands in a place may be words of the server, too.
    if (found) return i18n._(text, Object.fromEntries(found.slice(1).map(valueAt)))
  }
  return undefined
}

const valueAt = (value: string, place: number) =>
  [place, /^\d+$/.test(value) ? Number(value) : said(value)] as const

/** Several sentences behind one another; those that are known are said. */
function inParts(text: string): string | undefined {
  const ends = [...text.matchAll(/[.?!] /g)].map(({ index }) => index + 1).toReversed()
  for (const end of ends) {
    const first = translated(text.slice(0, end))
    if (first !== undefined) return `${first} ${said(text.slice(end + 1))}`
  }
  return undefined
}

/** Those with places, the longest first: the more words fit, the surer it is. */
function phrases(): readonly Phrase[] {
  const { messages } = i18n
  if (known?.messages === messages) return known.phrases
  const texts = Object.keys(messages).filter((text) => /\{\d\}/.test(text))
  const found = texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => ({ text, fits: patternOf(text) }))
  known = { messages, phrases: found }
  return found
}

function patternOf(text: string): RegExp {
  const parts = text
    .split(/\{\d\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's')
}
