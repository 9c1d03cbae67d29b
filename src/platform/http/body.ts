/** Reads the body of a request: JSON, of bounded size and depth, whatever its headers claim. */
import { invalid, Refusal } from '../../errors'
import { requestMessages, valueMessages } from '../messages/common'

/** Uploads name a larger limit of their own. */
export const maxBodyBytes = 2 * 1024 * 1024
/** Far deeper than anything that is asked for. What walks through a body may call itself so often. */
const maxDepth = 64
/** To look at a million would hold up everybody else for a second. */
const maxValues = 50_000
/** A name, a password, a token. */
const maxStrangersBytes = 64 * 1024

/** Forms hold a file and little else. */
const maxFormMembers = 100

/** For the `parse` of a route, after whoever asks was admitted. An absent body is left to its shape. */
export async function readBody({ request }: { request: Request }, contentType: string) {
  const type = contentType.trim().toLowerCase()
  if (type === 'multipart/form-data') return membersOf([...(await request.formData()).entries()])
  return readJson(request, type, maxBodyBytes)
}

/** Texts stay texts: the framework would take for JSON what looks like it, however deep. */
function membersOf(entries: [string, unknown][]) {
  if (entries.length > maxFormMembers)
    throw new Refusal('invalid', requestMessages.form_too_large())
  const twice = entries.find(([name], place) => entries.findIndex((e) => e[0] === name) !== place)
  if (twice)
    throw invalid(requestMessages.form_invalid(), [
      { path: twice[0], message: valueMessages.given_twice() },
    ])
  return Object.fromEntries(entries)
}

/** For the `parse` of a route that strangers may use: they send no files, and little. */
export const readSmallJson = ({ request }: { request: Request }, contentType: string) =>
  readJson(request, contentType.trim().toLowerCase(), maxStrangersBytes)

async function readJson(request: Request, type: string, maxBytes: number) {
  if (type === '') return undefined
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) {
    throw new Refusal('unsupported_type', requestMessages.json_required())
  }
  const text = await boundedText(request, maxBytes)
  // Null, which fits no shape, stands for an empty body.
  return text.trim() === '' ? null : parsed(text)
}

function parsed(text: string): unknown {
  const value: unknown = valueOf(text)
  const path = createInspector(strangeEscape.test(text))(value, maxDepth)
  if (path === undefined) return value
  throw invalid(requestMessages.body_invalid(), [
    { path: path.slice(1), message: valueMessages.bad_text() },
  ])
}

/** Neither can come into a text but by an escape, and PostgreSQL keeps neither. */
const strangeEscape = /\\u(0000|d[89a-f])/i
const isStrange = (text: string) => text.includes('\u0000') || !text.isWellFormed()

/** Refuses what is too deep or too much; gives where a strange text is, as `.authors.0`. */
function createInspector(mayBeStrange: boolean) {
  let left = maxValues
  const inspect = (value: unknown, levels: number): string | undefined => {
    if (typeof value === 'string') return mayBeStrange && isStrange(value) ? '' : undefined
    if (typeof value !== 'object' || value === null) return undefined
    if (levels === 0) throw new Refusal('invalid', requestMessages.too_deep({ max: maxDepth }))
    left -= sizeOf(value)
    if (left < 0) throw new Refusal('invalid', requestMessages.too_many_values({ max: maxValues }))
    for (const [name, member] of Object.entries(value)) {
      if (mayBeStrange && isStrange(name)) return ''
      const found = inspect(member, levels - 1)
      if (found !== undefined) return `.${name}${found}`
    }
    return undefined
  }
  return inspect
}

const sizeOf = (value: object) => (Array.isArray(value) ? value : Object.keys(value)).length

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new Refusal('invalid', requestMessages.not_json())
  }
}

/** A body in pieces tells no length beforehand. */
async function boundedText(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const piece of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

export const tooLarge = (most: number) =>
  new Refusal('too_large', requestMessages.too_large({ max: most }))
