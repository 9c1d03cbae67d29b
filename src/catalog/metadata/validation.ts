/** Validates and normalizes titles, IDs, links and ratings of a series. Pure. */
import { invalidBody } from '../../platform/http/validation'
import { valueMessages } from '../../platform/messages/common'
import { metadataMessages } from './messages'

/** Returns the trimmed text; rejects blank text. */
export function requireText(path: string, given: string): string {
  const tidy = given.toWellFormed().trim()
  if (tidy === '') throw invalidBody(path, valueMessages.empty())
  return tidy
}

/** Returns the trimmed text, or null if it is blank. */
export const trimOrNull = (given: string | null) => given?.toWellFormed().trim() || null

export function parseIdSource(given: string, path = 'source'): string {
  if (/^(comicinfo|epub|plugin:[a-z0-9][a-z0-9._-]{0,99})$/i.test(given)) return given.toLowerCase()
  throw invalidBody(path, metadataMessages.source())
}

/** Accepts only http and https, because other schemes can run code in a browser. */
export function parseUrl(path: string, given: string): string
export function parseUrl(path: string, given: string | null): string | null
export function parseUrl(path: string, given: string | null): string | null {
  if (given === null) return null
  const url = URL.parse(given.trim())
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href
  throw invalidBody(path, metadataMessages.url())
}
