import { Buffer } from 'node:buffer'
import type { Parsed } from './option'

/** Normalizes `quire/` to `/quire`, and `/` to ''. */
export function parseBasePath(given: string): Parsed<string> {
  const trimmed = given.replace(/^\/+|\/+$/g, '')
  if (trimmed === '') return { value: '' }
  const proper = trimmed.split('/').every((part) => /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/.test(part))
  return proper && trimmed.length <= 200
    ? { value: `/${trimmed}` }
    : {
        error:
          'must be a path such as /quire that contains only letters, digits, "-", "_", "." and "~"',
      }
}

/** Normalizes `quire` to `quire/`, and `/` to ''. */
export function parseBucketPrefix(given: string): Parsed<string> {
  const trimmed = given.replace(/^\/+|\/+$/g, '')
  if (trimmed === '') return { value: '' }
  const proper = trimmed.split('/').every((part) => /^[\w-][\w.-]*$/.test(part))
  return proper && trimmed.length <= 100
    ? { value: `${trimmed}/` }
    : {
        error: 'must be a path such as quire that contains only letters, digits, "-", "_" and "."',
      }
}

/** Parses a single path segment. Rejects segments that Quire uses for other purposes. */
export function parseSegment(given: string): Parsed<string> {
  const name = given.replace(/^\/+|\/+$/g, '')
  const isTaken = /^(api|opds|koreader|kobo|feeds|docs|health|assets|icons|metrics)$/.test(name)
  return /^[\w-]{1,50}$/.test(name) && !isTaken
    ? { value: `/${name}` }
    : { error: 'must be a single path segment that Quire does not already use, such as /komga' }
}

/** Parses an http or https URL and removes trailing slashes. */
export function parsePublicUrl(given: string): Parsed<string> {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || given.length > 500) {
    return { error: 'must be a URL such as https://books.example.org' }
  }
  if (url.username !== '' || url.password !== '') {
    return { error: 'must not contain a username or a password' }
  }
  if (url.search !== '' || url.hash !== '') return { error: 'must not contain "?" or "#"' }
  return { value: url.href.replace(/\/+$/, '') }
}

/**
 * Parses the http or https URL of a proxy: a host and, if the proxy needs them, a username and
 * password.
 */
export function parseProxyUrl(given: string): Parsed<string> {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isProxy =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === ''
  return isProxy
    ? { value: url.href }
    : { error: 'must be a URL such as http://proxy.example.org:3128' }
}

/** Parses a color such as `#2f6db5` or `#26b`. Returns the long form in lower case. */
export function parseColor(given: string): Parsed<string> {
  const digits = /^#([\da-f]{6}|[\da-f]{3})$/i.exec(given)?.[1]?.toLowerCase()
  if (digits === undefined) return { error: 'must be a color such as #2f6db5' }
  return { value: `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}` }
}

/**
 * Parses a contact, which becomes part of a comment in the User-Agent header. Rejects parentheses,
 * because they would end the comment.
 */
export function parseContact(given: string): Parsed<string> {
  return /^[!-'*-~]{3,200}$/.test(given)
    ? { value: given }
    : { error: 'must be an email address or a URL, without spaces and parentheses' }
}

/** Parses a key that can be sent in a header. */
export function parseKey(given: string): Parsed<string> {
  return /^[!-~]{1,2000}$/.test(given)
    ? { value: given }
    : { error: 'must consist of letters, digits and punctuation, without spaces' }
}

/** Parses Base64 of exactly 32 bytes, as printed by `openssl rand -base64 32`. */
export function parseEncryptionKey(given: string): Parsed<string> {
  const isBase64 = /^[A-Za-z0-9+/]{43}=$/.test(given)
  return isBase64 && Buffer.from(given, 'base64').toString('base64') === given
    ? { value: given }
    : {
        error:
          'must be 32 bytes as base64 (44 characters); create one with: openssl rand -base64 32',
      }
}

/** Parses a sender such as `books@example.org` or `Quire <books@example.org>`. */
export function parseSender(given: string): Parsed<string> {
  const isSender = /^(?:[^<>"@,;:\\\p{Cc}]+ )?(<?)[^\s<>"@,;:\\]+@[^\s<>"@,;:\\]+(>?)$/u.exec(given)
  return isSender && (isSender[1] === '<') === (isSender[2] === '>')
    ? { value: given }
    : { error: 'must be an email address such as books@example.org or Quire <books@example.org>' }
}
