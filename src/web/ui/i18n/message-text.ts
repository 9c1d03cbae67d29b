/** Texts of server messages in the interface language, if their part of the catalog is loaded. */
import { i18n } from '@lingui/core'

/** A server message: English text, code and parameters. */
export interface ServerMessage {
  message: string
  code?: string | null | undefined
  params?: Record<string, unknown> | null | undefined
}

/** Returns the message in the interface language, or in English if there is no translation. */
export function translate({ message, code, params }: ServerMessage): string {
  const isTranslated = i18n.locale !== 'en' && code && i18n.messages[code] !== undefined
  if (!isTranslated) return setQuotes(message)
  const values = Object.entries(params ?? {}).map(([name, value]) => [name, textOfParam(value)])
  return i18n._(code, Object.fromEntries(values) as Record<string, string | number>)
}

/** Replaces the plain quotation marks and apostrophes of the API with typographic ones. */
const setQuotes = (text: string): string =>
  text.replaceAll(/(\p{L})'(?=\p{L})/gu, '$1’').replaceAll(/"([^"]*)"/g, '“$1”')

/** Joins the messages into one paragraph. */
export const translateAll = (messages: readonly ServerMessage[]) =>
  joinSentences(messages.map(translate))

/** Joins texts into one paragraph. Adds missing full stops if there are several texts. */
export const joinSentences = (texts: readonly string[]): string =>
  texts.length < 2
    ? texts.join('')
    : texts.map((text) => (/[.!?…]["”“’)]*$/.test(text) ? text : `${text}.`)).join(' ')

/** The `code` of a finding is its kind, so its message has a separate `messageCode`. */
export const getFindingMessage = ({
  message,
  messageCode,
  params,
}: Omit<ServerMessage, 'code'> & { messageCode: string }): ServerMessage => ({
  message,
  code: messageCode,
  params,
})

/** Returns a parameter of a message. Nested messages are translated; user data stays unchanged. */
function textOfParam(value: unknown): unknown {
  const isMessage = typeof value === 'object' && value !== null && 'message' in value
  return isMessage ? translate(value as ServerMessage) : value
}
