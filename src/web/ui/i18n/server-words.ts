/** Messages of the server, in the language of the interface. */
import { i18n } from '@lingui/core'

/** A message of the server: English text, code and parameters. */
export interface ServerMessage {
  message: string
  code?: string | null | undefined
  params?: Record<string, unknown> | null | undefined
}

/** The message in the language of the interface; in English where there is no translation. */
export function translate({ message, code, params }: ServerMessage): string {
  if (i18n.locale === 'en') return message
  if (!code || i18n.messages[code] === undefined) return translateSentence(message)
  const values = Object.entries(params ?? {}).map(([name, value]) => [name, textOfParam(value)])
  return i18n._(code, Object.fromEntries(values) as Record<string, string | number>)
}

/** The messages as sentences of one paragraph. */
export const translateAll = (messages: readonly ServerMessage[]) =>
  messages.map(translate).join(' ')

/** A finding's own code is its kind. */
export const translateFinding = ({
  message,
  messageCode,
  params,
}: Omit<ServerMessage, 'code'> & { messageCode: string }) =>
  translate({ message, code: messageCode, params })

/** User data stays unchanged; nested messages are translated. */
function textOfParam(value: unknown): unknown {
  const isMessage = typeof value === 'object' && value !== null && 'message' in value
  return isMessage ? translate(value as ServerMessage) : value
}

/**
 * Stored server messages are English sentences. The catalogues contain them as written in the
 * server source (`i18n/de/server.json`), so the translation is found by the sentence.
 */
interface Phrase {
  /** The catalogue text with placeholders such as `{0}`. */
  text: string
  fits: RegExp
}

let known: { messages: object; phrases: readonly Phrase[] } | undefined

/** The translation, or the original sentence if it is unknown. */
export function translateSentence(sentence: string): string {
  if (i18n.locale === 'en') return sentence
  return translated(sentence) ?? translateParts(sentence) ?? sentence
}

function translated(sentence: string): string | undefined {
  if (i18n.messages[sentence] !== undefined) return i18n._(sentence)
  for (const { text, fits } of listPhrases()) {
    const found = fits.exec(sentence)
    // A placeholder may contain server text too.
    if (found) return i18n._(text, Object.fromEntries(found.slice(1).map(valueAt)))
  }
  return undefined
}

const valueAt = (value: string, place: number) =>
  [place, /^\d+$/.test(value) ? Number(value) : translateSentence(value)] as const

/** Translates several consecutive sentences if all are known. */
function translateParts(text: string): string | undefined {
  const ends = [...text.matchAll(/[.?!] /g)].map(({ index }) => index + 1).toReversed()
  for (const end of ends) {
    const first = translated(text.slice(0, end))
    if (first !== undefined) return `${first} ${translateSentence(text.slice(end + 1))}`
  }
  return undefined
}

/** Messages with placeholders, longest first: a longer match is more reliable. */
function listPhrases(): readonly Phrase[] {
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
