/** What hangs on a series as it is stored; refuses what cannot be. Pure. */
import { invalid } from '../../errors'
import { valueMessages, requestMessages } from '../../platform/messages/common'
import { metadataMessages } from './messages'
import type { Message } from '../../platform/messages/message'

/** Without blanks around it; refuses what is nothing but blank. */
export function textOf(path: string, given: string): string {
  const tidy = given.toWellFormed().trim()
  if (tidy === '') throw refusal(path, valueMessages.empty())
  return tidy
}

/** The same where there may be none; nothing but blank is none. */
export const wordOrNull = (given: string | null) => given?.toWellFormed().trim() || null

export function sourceOf(given: string, path = 'source'): string {
  if (/^(comicinfo|epub|plugin:[a-z0-9][a-z0-9._-]{0,99})$/i.test(given)) return given.toLowerCase()
  throw refusal(path, metadataMessages.source())
}

/** Only addresses that a browser may open without doing anything. */
export function urlOf(path: string, given: string): string
export function urlOf(path: string, given: string | null): string | null
export function urlOf(path: string, given: string | null): string | null {
  if (given === null) return null
  const url = URL.parse(given.trim())
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href
  throw refusal(path, metadataMessages.url())
}

const refusal = (path: string, message: Message) =>
  invalid(requestMessages.body_invalid(), [{ path, message }])
