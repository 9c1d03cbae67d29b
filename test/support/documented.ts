/** Compares responses with `docs/openapi.json`, so that all API tests find undocumented ones. */
import { readFileSync } from 'node:fs'

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

interface Pattern {
  segments: readonly string[]
  /** Number of fixed segments, which are not parameters. */
  fixed: number
  operations: Document['paths'][string]
}

let patterns: Map<number, Pattern[]> | undefined

/** Loads the paths, grouped by number of segments, with the most specific ones first. */
function loadPatterns() {
  const path = new URL('../../docs/openapi.json', import.meta.url)
  const { paths } = JSON.parse(readFileSync(path, 'utf8')) as Document
  const known = Object.entries(paths).map(([name, operations]): Pattern => {
    const segments = name.split('/')
    return { segments, fixed: segments.filter((each) => !each.startsWith('{')).length, operations }
  })
  return Map.groupBy(
    known.toSorted((a, b) => b.fixed - a.fixed),
    ({ segments }) => segments.length,
  )
}

/** Statuses that any operation may return: unsupported method and unexpected fault. */
const undocumented = new Set([405, 500])

/** Returns a message if the response is undocumented. */
export function findUndocumented(method: string, url: string, status: number) {
  if (undocumented.has(status)) return undefined
  patterns ??= loadPatterns()
  // Ignores a trailing slash.
  const segments = new URL(url).pathname.replace(/(.)\/$/, '$1').split('/')
  const pattern = patterns
    .get(segments.length)
    ?.find((each) =>
      each.segments.every((part, place) => part.startsWith('{') || part === segments[place]),
    )
  const operation = pattern?.operations[method === 'HEAD' ? 'get' : method.toLowerCase()]
  if (!operation || Object.hasOwn(operation.responses, status)) return undefined
  return `${method} ${pattern!.segments.join('/')} answered ${status}, which docs/openapi.json leaves out`
}
