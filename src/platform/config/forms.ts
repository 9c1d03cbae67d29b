import { Buffer } from 'node:buffer'
import type { Parsed } from './option'

/** `/quire` from `quire/`, and the empty text from `/`: ready to stand before a route's path. */
export function parseBasePath(given: string): Parsed<string> {
  const trimmed = given.replace(/^\/+|\/+$/g, '')
  if (trimmed === '') return { value: '' }
  const proper = trimmed.split('/').every((part) => /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/.test(part))
  return proper && trimmed.length <= 200
    ? { value: `/${trimmed}` }
    : { wrong: 'must be a path such as /quire, of letters, digits, "-", "_", "." and "~"' }
}

/** An address of http or https without a slash at its end. */
export function parsePublicUrl(given: string): Parsed<string> {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || given.length > 500) {
    return { wrong: 'must be a web address such as https://books.example.org' }
  }
  if (url.username !== '' || url.password !== '') {
    return { wrong: 'must not hold a user name or a password' }
  }
  if (url.search !== '' || url.hash !== '') return { wrong: 'must not hold "?" or "#"' }
  return { value: url.href.replace(/\/+$/, '') }
}

/** Base64 of exactly 32 bytes, as `openssl rand -base64 32` prints it. */
export function parseEncryptionKey(given: string): Parsed<string> {
  const isBase64 = /^[A-Za-z0-9+/]{43}=$/.test(given)
  return isBase64 && Buffer.from(given, 'base64').toString('base64') === given
    ? { value: given }
    : {
        wrong:
          'must be 32 bytes written as base64 (44 characters); make one with: openssl rand -base64 32',
      }
}
