/** Messages of the server, in the language of the interface. */
import { i18n } from '@lingui/core'

/** A message as the server sends it: its English text beside its code and parameters. */
export interface ServerMessage {
  message: string
  code?: string | null | undefined
  params?: Record<string, unknown> | null | undefined
}

/** The message in the language of the interface; in English where there is no translation. */
export function translate({ message, code, params }: ServerMessage): string {
  if (i18n.locale === 'en') return message
  if (!code || i18n.messages[code] === undefined) return said(message)
  const values = Object.entries(params ?? {}).map(([name, value]) => [name, textOfParam(value)])
  return i18n._(code, Object.fromEntries(values) as Record<string, string | number>)
}

/** A finding's own code is its kind. */
export const translateFinding = ({
  message,
  messageCode,
  params,
}: Omit<ServerMessage, 'code'> & { messageCode: string }) =>
  translate({ message, code: messageCode, params })

/** Text is data of people and stays as it is; a message among the parameters is translated. */
function textOfParam(value: unknown): unknown {
  const isMessage = typeof value === 'object' && value !== null && 'message' in value
  return isMessage ? translate(value as ServerMessage) : value
}

/**
 * The server speaks English, also in what it wrote down long ago. Its sentences are in the catalogues as
 * they stand in its sources (`i18n/de/server.json`), so another language is found by the sentence itself.
 */
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
    .map((text) => ({ text, fits: getPattern(text) }))
  known = { messages, phrases: found }
  return found
}

function getPattern(text: string): RegExp {
  const parts = text
    .split(/\{\d\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's')
}
