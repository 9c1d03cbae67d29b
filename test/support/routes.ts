/** The routes in the API document, and valid requests for them. */
import type { TestServer } from './server'

/** The part of a JSON schema that is used here. */
export interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  minItems?: number
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  minimum?: number
  minLength?: number
}

export interface Route {
  method: string
  /** Path with `:name` for parameters. */
  path: string
  body: Schema | undefined
  query: Schema | undefined
}

export async function listRoutes(server: TestServer): Promise<Route[]> {
  return (await server.app.listRoutes()).map(({ method, path, hooks }) => {
    const { body, query } = hooks as { body?: Schema; query?: Schema }
    return { method, path, body, query }
  })
}

export const listApiRoutes = async (server: TestServer) =>
  (await listRoutes(server)).filter(({ path }) => path.startsWith('/api/v1/'))

/** Values for path parameters. */
export type Ids = Record<'book' | 'library' | 'series' | 'other', string>

export function buildPath({ path }: Route, ids: Ids): string {
  return path
    .replace(/\/([\w-]+)\/:id\b/, (_, kind) => `/${kind}/${idFor(kind, ids)}`)
    .replace(/:(\w+)/g, (_, name) =>
      name === 'number' ? '1' : name === 'source' ? 'somewhere' : ids.other,
    )
}

function idFor(kind: string, ids: Ids): string {
  const known: Record<string, string> = {
    books: ids.book,
    series: ids.series,
    libraries: ids.library,
  }
  return known[kind] ?? ids.other
}

/** Builds a value that matches the schema, with all its fields. */
export function buildSample(schema: Schema, ids: Ids, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return buildSample(schema.anyOf[0]!, ids, name)
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, ids)
    case 'array':
      return schema.items ? [buildSample(schema.items, ids, name)] : []
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return sampleText(schema, ids, name)
  }
}

function sampleObject({ properties = {}, patternProperties = {} }: Schema, ids: Ids) {
  const named = Object.entries(properties).map(([name, member]) => [
    name,
    buildSample(member, ids, name),
  ])
  const free = Object.values(patternProperties).map((member) => ['word', buildSample(member, ids)])
  return Object.fromEntries([...named, ...free]) as Record<string, unknown>
}

const texts: Record<string, string> = {
  email: 'somebody@example.org',
  path: '/tmp',
  paths: '/tmp',
  url: 'https://example.org/',
  language: 'en',
  cronSchedule: '0 3 * * *',
  cronTimezone: 'Europe/Berlin',
  allowedFormats: 'cbz',
  source: 'first_book',
}

function sampleText({ format, minLength = 0 }: Schema, ids: Ids, name: string) {
  if (format === 'uuid') return /book/i.test(name) ? ids.book : ids.series
  if (format === 'date-time') return '2026-01-31T12:00:00Z'
  return texts[name] ?? 'word'.padEnd(minLength, 'x')
}
