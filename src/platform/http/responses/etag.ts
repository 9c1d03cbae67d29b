/** ETags and conditional requests: 304 for unchanged content, 412 for edits of an older version. */
import { Refusal } from '../../../errors'
import { andThen, type NowOrLater } from '../../lib/async/now-or-later'
import { requestMessages } from '../../messages/common'
import { createNotModified, createTextResponse } from './compress'

/**
 * Responds with the body and an ETag, or with 304 if the client has the same version. The ETag is
 * the one in `headers`, or else a weak one that is computed from the body.
 */
export function respondWithEtag(
  request: Request,
  body: string,
  headers: Record<string, string>,
): NowOrLater<Response> {
  const etag = headers['etag'] ?? createWeakEtag(body)
  const own = { ...headers, 'cache-control': 'private, no-cache', etag }
  if (matchesEtag(request, etag)) return createNotModified(own)
  return createTextResponse(request, body, { headers: own })
}

/** Text that services return. If `etag` is missing, the ETag is computed from the text. */
export interface TextContent {
  /** Media type. */
  type: string
  etag?: string
  /** Not called if the client already has the version with this `etag`. */
  build(): string
}

export const sendText = (
  request: Request,
  content: NowOrLater<TextContent>,
): NowOrLater<Response> =>
  andThen(content, ({ type, etag, build }) => {
    if (etag === undefined) return respondWithEtag(request, build(), { 'content-type': type })
    const headers = { etag, 'cache-control': 'private, no-cache', 'content-type': type }
    if (matchesEtag(request, etag)) return createNotModified(headers)
    return createTextResponse(request, build(), { headers })
  })

/** Compares If-None-Match as required by RFC 9110: weak, with lists and `*`. */
export function matchesEtag(request: Request, etag: string): boolean {
  return includesTag(request.headers.get('if-none-match'), etag)
}

/** Rejects edits of an older version (If-Match). */
export function requireMatch(request: Request, etag: string) {
  const given = request.headers.get('if-match')
  if (given === null || includesTag(given, etag)) return
  throw new Refusal('precondition_failed', requestMessages.modified())
}

/** Like `requireMatch`, for a resource whose ETag is computed from its JSON. */
export const requireMatchOfJson = (request: Request, view: unknown) =>
  requireMatch(request, createWeakEtag(JSON.stringify(view)))

/**
 * Creates the ETag of a resource. `version` is the part that people edit. `view` also contains
 * values that the server computes, such as counts.
 */
export const createVersionTag = (version: unknown, view: unknown) =>
  `W/"${hashJson(version)}.${hashJson(view)}"`

/** Like `requireMatch`, for an ETag from `createVersionTag`. Only the version has to match. */
export function requireVersion(request: Request, version: unknown) {
  const given = request.headers.get('if-match')?.replace(/\.[0-9a-z]+"/g, '"') ?? null
  if (given === null || includesTag(given, `"${hashJson(version)}"`)) return
  throw new Refusal('precondition_failed', requestMessages.modified())
}

function includesTag(given: string | null, etag: string) {
  if (given === null) return false
  if (given === etag || given.trim() === '*') return true
  return given.split(',').some((candidate) => stripWeakPrefix(candidate) === stripWeakPrefix(etag))
}

const stripWeakPrefix = (tag: string) => tag.trim().replace(/^W\//, '')

export const createStrongEtag = (...parts: (string | number)[]) =>
  `"${Bun.hash.xxHash3(parts.join('\u0000')).toString(36)}"`

const hashJson = (value: unknown) => Bun.hash.xxHash3(JSON.stringify(value)).toString(36)

export const createWeakEtag = (body: string) => `W/"${Bun.hash.xxHash3(body).toString(36)}"`
