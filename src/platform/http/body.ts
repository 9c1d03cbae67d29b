/**
 * Reads request bodies. JSON is limited in size, depth and number of values, regardless of the
 * headers.
 */
import { invalid, Refusal } from '../../errors'
import { requestMessages, valueMessages } from '../messages/common'
import { invalidBody } from './validation'

/** Limit for request bodies other than uploads, which have a larger limit. */
export const maxBodyBytes = 2 * 1024 * 1024
/** Far deeper than any request needs. Validation may recurse to this depth. */
const maxDepth = 64
/** Limited, because validating a million values would block the event loop for a second. */
const maxValues = 50_000
/**
 * Limit for requests that are not authenticated yet. They contain only a name, a password or a
 * token.
 */
const maxPublicBodyBytes = 64 * 1024

/** Forms contain one file and a few other fields. */
const maxFormFields = 100

/**
 * Reads a request body. Use this in the `parse` hook of a route, after authentication. The schema
 * determines whether the body may be missing.
 */
export async function readBody({ request }: { request: Request }, contentType: string) {
  const type = contentType.trim().toLowerCase()
  if (type === 'multipart/form-data')
    return collectFormFields([...(await request.formData()).entries()])
  return readJson(request, type, maxBodyBytes)
}

/**
 * Collects form fields without parsing them. The framework would parse any field that looks like
 * JSON, to any depth.
 */
function collectFormFields(entries: [string, unknown][]) {
  if (entries.length > maxFormFields) throw new Refusal('invalid', requestMessages.form_too_large())
  const twice = entries.find(([name], place) => entries.findIndex((e) => e[0] === name) !== place)
  if (twice)
    throw invalid(requestMessages.form_invalid(), [
      { path: twice[0], message: valueMessages.given_twice() },
    ])
  return Object.fromEntries(entries)
}

/**
 * Reads JSON from apps, which may send any content type. Returns undefined if it is not an object.
 */
export async function readSmallObject(request: Request): Promise<object | undefined> {
  const text = await readBoundedText(request, maxPublicBodyBytes)
  const value = parseJsonBody(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

/** Reads form fields, for public routes. If a name is repeated, the last value wins. */
export async function readSmallForm(request: Request): Promise<Record<string, string>> {
  const text = await readBoundedText(request, maxPublicBodyBytes)
  return Object.fromEntries([...new URLSearchParams(text)].slice(0, maxFormFields))
}

/** Reads JSON in the `parse` hook of public routes, which do not accept files. */
export const readSmallJson = ({ request }: { request: Request }, contentType: string) =>
  readJson(request, contentType.trim().toLowerCase(), maxPublicBodyBytes)

async function readJson(request: Request, type: string, maxBytes: number) {
  if (type === '') return undefined
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) {
    throw new Refusal('unsupported_type', requestMessages.json_required())
  }
  const text = await readBoundedText(request, maxBytes)
  // Null represents an empty body and does not match any schema.
  return text.trim() === '' ? null : parseJsonBody(text)
}

function parseJsonBody(text: string): unknown {
  const value: unknown = parseJson(text)
  const path = createInspector(invalidEscape.test(text))(value, maxDepth)
  if (path === undefined) return value
  throw invalidBody(path.slice(1), valueMessages.bad_text())
}

/** Escape sequences of NUL and surrogates. PostgreSQL can store neither NUL nor lone surrogates. */
const invalidEscape = /\\u(0000|d[89a-f])/i
const isInvalidText = (text: string) => text.includes('\u0000') || !text.isWellFormed()

/**
 * Creates a function that rejects bodies that are too deep or have too many values, and returns the
 * path of invalid text, such as `.authors.0`.
 */
function createInspector(mayBeInvalid: boolean) {
  let left = maxValues
  const count = (members: number, levels: number) => {
    if (levels === 0) throw new Refusal('invalid', requestMessages.too_deep({ max: maxDepth }))
    left -= members
    if (left < 0) throw new Refusal('invalid', requestMessages.too_many_values({ max: maxValues }))
  }
  const isInvalid = (text: string) => mayBeInvalid && isInvalidText(text)
  const inspect = (value: unknown, levels: number): string | undefined => {
    if (typeof value === 'string') return isInvalid(value) ? '' : undefined
    if (typeof value !== 'object' || value === null) return undefined
    return Array.isArray(value) ? inspectList(value, levels) : inspectMembers(value, levels)
  }
  /** Builds a path only for invalid text, because a list may contain ten thousand IDs. */
  const inspectList = (list: unknown[], levels: number) => {
    count(list.length, levels)
    for (let place = 0; place < list.length; place++) {
      const found = inspect(list[place], levels - 1)
      if (found !== undefined) return `.${place}${found}`
    }
    return undefined
  }
  const inspectMembers = (value: object, levels: number) => {
    const members = Object.entries(value)
    count(members.length, levels)
    for (const [name, member] of members) {
      if (isInvalid(name)) return ''
      const found = inspect(member, levels - 1)
      if (found !== undefined) return `.${name}${found}`
    }
    return undefined
  }
  return inspect
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new Refusal('invalid', requestMessages.not_json())
  }
}

/** Chunked bodies do not have a content length. */
async function readBoundedText(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const piece of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw createTooLarge(maxBytes)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

export const createTooLarge = (limit: number) =>
  new Refusal('too_large', requestMessages.too_large({ max: formatLimit(limit) }))

const formatLimit = (bytes: number) =>
  bytes < 2 ** 20 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / 2 ** 20)} MB`
