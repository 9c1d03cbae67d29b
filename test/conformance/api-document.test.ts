/** The API document says of each resource what the specification says. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../support/server'
import { isTable, type TableName, tables, words } from './tables'

interface Schema {
  $ref?: string
  type?: string
  format?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  required?: string[]
  properties?: Record<string, Schema>
  patternProperties?: unknown
}

interface Operation {
  operationId: string
  summary?: string
  tags?: string[]
  security?: unknown[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  requestBody?: { content: Record<string, { schema: Schema }> }
}

let server: TestServer
let document: {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
  tags: { name: string; description?: string }[]
}
beforeAll(async () => {
  server = await startTestServer()
  document = (await server.call('GET', '/openapi.json')).body
})
afterAll(() => server.close())

const json = 'application/json'
const resolved = (schema: Schema): Schema => {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : resolved(document.components.schemas[name]!)
}
const operation = (method: string, path: string) => document.paths[path]![method]!
const answer = (method: string, path: string) =>
  resolved(operation(method, path).responses['200']!.content![json]!.schema)

/** In the words of the tables: `uuid`, `int64?`, `label[]`. */
function typeOf(given: Schema): string {
  const schema = resolved(given)
  if (schema.anyOf) {
    const one = schema.anyOf.find(({ type }) => type !== 'null')
    return `${typeOf(one!)}${schema.anyOf.length > 1 ? '?' : ''}`
  }
  if (schema.type === 'array') return `${typeOf(schema.items!)}[]`
  if (schema.enum) return nameOfWords(schema.enum)
  if (schema.type === 'object') return schema.properties ? nameOfMembers(schema) : 'object'
  return schema.format === 'date-time' ? 'instant' : (schema.format ?? schema.type ?? 'any')
}

const sameNames = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name))
const nameOfWords = (given: string[]) =>
  Object.keys(words).find((name) => sameNames(words[name]!, given)) ?? 'string'
const names = Object.keys(tables) as TableName[]
const nameOfMembers = ({ properties = {} }: Schema) =>
  names.find((name) =>
    sameNames(
      tables[name].map((member) => member.name),
      Object.keys(properties),
    ),
  ) ?? 'another object'

const rows = (name: TableName) =>
  tables[name].map((member) => [member.name, `${member.type}${member.isNullable ? '?' : ''}`])

/** Every table of an answer that is reached from `schema`. */
function expectTable(name: TableName, given: Schema) {
  const { properties = {}, required = [] } = resolved(given)
  const described = Object.entries(properties).map(([member, schema]) => [member, typeOf(schema)])
  expect(described.toSorted()).toEqual(rows(name).toSorted())
  expect(required.toSorted()).toEqual(Object.keys(properties).toSorted())
  for (const { name: member, type } of tables[name]) {
    const inner = type.replace('[]', '')
    if (isTable(inner)) expectTable(inner, unwrapped(properties[member]!))
  }
}

const unwrapped = (given: Schema): Schema => {
  const schema = resolved(given)
  if (schema.anyOf) return unwrapped(schema.anyOf.find(({ type }) => type !== 'null')!)
  return schema.items ? unwrapped(schema.items) : schema
}

describe('the answer of', () => {
  test.each<[string, TableName]>([
    ['/api/v1/series/{id}', 'series'],
    ['/api/v1/series/{id}/full', 'series'],
    ['/api/v1/users/{id}', 'user'],
    ['/api/v1/user', 'user'],
  ])('GET %s is a %s, with every member always there', (path, name) => {
    expectTable(name, answer('get', path))
  })

  test.each<[string, TableName]>([
    ['/api/v1/series', 'series'],
    ['/api/v1/libraries/{id}/series', 'series'],
    ['/api/v1/users', 'user'],
  ])('GET %s is a page of %s', (path, name) => {
    const { properties = {} } = answer('get', path)
    const described = Object.entries(properties).map(([member, schema]) => [
      member,
      member === 'data' ? 'any[]' : typeOf(schema),
    ])
    expect(described.toSorted()).toEqual(rows('page').toSorted())
    expectTable('pageLinks', properties['links']!)
    expectTable(name, unwrapped(properties['data']!))
  })

  test('PUT of a book’s metadata has every field', () => {
    const { properties = {} } = answer('put', '/api/v1/books/{id}/metadata')
    const { bookId, locks, updatedAt, ...fields } = properties
    expect([bookId, locks, updatedAt]).not.toContain(undefined)
    const described = Object.entries(fields).map(([name, schema]) => [name, typeOf(schema)])
    expect(described.toSorted()).toEqual(rows('bookMetadata').toSorted())
  })
})

test('the body of PUT of a book’s metadata takes every field, and none is required', () => {
  const { requestBody } = operation('put', '/api/v1/books/{id}/metadata')
  const { properties = {}, required = [] } = resolved(requestBody!.content[json]!.schema)
  expect(required).toEqual([])
  const described = tables.bookMetadata.map(({ name }) => [name, typeOf(properties[name]!)])
  expect(described).toEqual(rows('bookMetadata'))
  expect(resolved(properties['day']!).anyOf![0]).toMatchObject({ minimum: 1, maximum: 31 })
  expect(resolved(properties['month']!).anyOf![0]).toMatchObject({ minimum: 1, maximum: 12 })
  const award = unwrapped(properties['awards']!)
  expect(award.required!.toSorted()).toEqual(['name', 'won'])
  expect(unwrapped(properties['authors']!).required!.toSorted()).toEqual(['name', 'role'])
})

test('every operation has a name of its own, a summary, a tag and a described answer', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ place: `${method} ${path}`, ...one })),
  )
  expect(operations.length).toBeGreaterThan(100)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const { place, operationId, summary, tags, responses } of operations) {
    expect([place, operationId]).toEqual([place, expect.stringMatching(/^[a-z][A-Za-z]{5,50}$/)])
    expect([place, summary]).toEqual([place, expect.stringMatching(/^[A-Z].{5,}/)])
    expect([place, tags]).toEqual([place, [expect.any(String)]])
    const silent = Object.entries(responses).filter(
      ([status, { content }]) => /^20[01]$/.test(status) && !content,
    )
    expect([place, silent]).toEqual([place, []])
  }
})

test('an address that takes any path is described with that path as a parameter', () => {
  const { parameters } = operation('get', '/api/v1/books/{id}/resources/{path}') as Operation & {
    parameters: { name: string; in: string }[]
  }
  expect(parameters.map((one) => [one.name, one.in])).toEqual([
    ['id', 'path'],
    ['path', 'path'],
  ])
})

test('every tag says what it is about', () => {
  expect(document.tags.filter(({ description = '' }) => description.length < 10)).toEqual([])
})

test('the paths that the specification names are there, versioned all but the health', () => {
  expect(document.paths).toHaveProperty(['/health', 'get'])
  expect(document.paths).toHaveProperty(['/api/v1/metrics', 'get'])
  expect(document.paths).toHaveProperty(['/api/v1/maintenance/cleanup-thumbnails', 'post'])
  const others = Object.keys(document.paths).filter((path) => !path.startsWith('/api/v1/'))
  expect(others.toSorted()).toEqual(['/health', '/health/live'])
})
