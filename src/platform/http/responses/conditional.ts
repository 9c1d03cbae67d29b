/** Validators: an answer the caller has already is not sent again, a stale edit is refused. */
import { Refusal } from '../../../errors'
import { requestMessages } from '../../messages/common'

/** Compares as RFC 9110 does for If-None-Match: weak, lists and `*` allowed. */
export function isUnchanged(request: Request, etag: string): boolean {
  return listsTag(request.headers.get('if-none-match'), etag)
}

/** Refuses an edit that was made on another version than the present one. */
export function mustMatch(request: Request, etag: string) {
  const given = request.headers.get('if-match')
  if (given === null || listsTag(given, etag)) return
  throw new Refusal('precondition_failed', requestMessages.modified())
}

function listsTag(given: string | null, etag: string) {
  if (given === null) return false
  if (given.trim() === '*') return true
  return given.split(',').some((candidate) => bare(candidate) === bare(etag))
}

const bare = (tag: string) => tag.trim().replace(/^W\//, '')

/** A strong validator of these bytes or words. */
export const strongTag = (...parts: (string | number)[]) =>
  `"${Bun.hash.xxHash3(parts.join('\u0000')).toString(36)}"`

/** A weak validator of an answer's text. */
export const weakTag = (body: string) => `W/"${Bun.hash.xxHash3(body).toString(36)}"`
