/** Server messages in the interface language. */
import { i18n } from '@lingui/core'

/** A server message: English text, code and parameters. */
export interface ServerMessage {
  message: string
  code?: string | null | undefined
  params?: Record<string, unknown> | null | undefined
}

/** The message in the interface language; in English if there is no translation. */
export function translate({ message, code, params }: ServerMessage): string {
  if (i18n.locale === 'en') return message
  if (!code || i18n.messages[code] === undefined) return message
  const values = Object.entries(params ?? {}).map(([name, value]) => [name, textOfParam(value)])
  return i18n._(code, Object.fromEntries(values) as Record<string, string | number>)
}

/** Joins the messages into one paragraph. */
export const translateAll = (messages: readonly ServerMessage[]) =>
  messages.map(translate).join(' ')

/**
 * Translates the message of a finding. Its `code` is the kind of finding, so the message has a code
 * of its own.
 */
export const translateFinding = ({
  message,
  messageCode,
  params,
}: Omit<ServerMessage, 'code'> & { messageCode: string }) =>
  translate({ message, code: messageCode, params })

/** A parameter of a message. User data stays unchanged; nested messages are translated. */
function textOfParam(value: unknown): unknown {
  const isMessage = typeof value === 'object' && value !== null && 'message' in value
  return isMessage ? translate(value as ServerMessage) : value
}
