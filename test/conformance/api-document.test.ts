/** The API document matches the tables of the specification for each resource. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../support/server'
import { isTable, type TableName, tables, enumValues } from './tables'

interface Schema {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  required?: string[]
  properties?: Record<string, Schema>
  patternProperties?: unknown
  description?: string
}

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; description?: string; schema: Schema }[]
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
const resolveSchema = (schema: Schema): Schema => {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : resolveSchema(document.components.schemas[name]!)
}
const getOperation = (method: string, path: string) => document.paths[path]![method]!
const getResponse = (method: string, path: string) =>
  resolveSchema(getOperation(method, path).responses['200']!.content![json]!.schema)

/** Formats a type in the notation of the tables: `uuid`, `int64?`, `label[]`. */
function formatType(given: Schema): string {
  const schema = resolveSchema(given)
  if (schema.anyOf) {
    const one = schema.anyOf.find(({ type }) => type !== 'null')
    return `${formatType(one!)}${schema.anyOf.length > 1 ? '?' : ''}`
  }
  if (schema.type === 'array') return `${formatType(schema.items!)}[]`
  if (schema.enum) return findEnumName(schema.enum)
  if (schema.type === 'object') return schema.properties ? findTableName(schema) : 'object'
  return schema.format === 'date-time' ? 'instant' : (schema.format ?? schema.type ?? 'any')
}

const haveSameNames = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name))
const findEnumName = (given: string[]) =>
  Object.keys(enumValues).find((name) => haveSameNames(enumValues[name]!, given)) ?? 'string'
const names = Object.keys(tables) as TableName[]
const findTableName = ({ properties = {} }: Schema) =>
  names.find((name) =>
    haveSameNames(
      tables[name].map((member) => member.name),
      Object.keys(properties),
    ),
  ) ?? 'another object'

const listRows = (name: TableName) =>
  tables[name].map((member) => [member.name, `${member.type}${member.isNullable ? '?' : ''}`])

/** Checks the schema and every nested schema against their tables. */
function expectTable(name: TableName, given: Schema) {
  const { properties = {}, required = [] } = resolveSchema(given)
  const described = Object.entries(properties).map(([member, schema]) => [
    member,
    formatType(schema),
  ])
  expect(described.toSorted()).toEqual(listRows(name).toSorted())
  expect(required.toSorted()).toEqual(Object.keys(properties).toSorted())
  for (const { name: member, type } of tables[name]) {
    const inner = type.replace('[]', '')
    if (isTable(inner)) expectTable(inner, unwrap(properties[member]!))
  }
}

const unwrap = (given: Schema): Schema => {
  const schema = resolveSchema(given)
  if (schema.anyOf) return unwrap(schema.anyOf.find(({ type }) => type !== 'null')!)
  return schema.items ? unwrap(schema.items) : schema
}

describe('the response of', () => {
  test.each<[string, TableName]>([
    ['/api/v1/series/{id}', 'series'],
    ['/api/v1/series/{id}/full', 'series'],
    ['/api/v1/users/{id}', 'user'],
    ['/api/v1/user', 'user'],
  ])('GET %s is a %s, with every field always present', (path, name) => {
    expectTable(name, getResponse('get', path))
  })

  test.each<[string, TableName]>([
    ['/api/v1/series', 'series'],
    ['/api/v1/libraries/{id}/series', 'series'],
    ['/api/v1/users', 'user'],
  ])('GET %s is a page of %s', (path, name) => {
    const { properties = {} } = getResponse('get', path)
    const described = Object.entries(properties).map(([member, schema]) => [
      member,
      member === 'data' ? 'any[]' : formatType(schema),
    ])
    expect(described.toSorted()).toEqual(listRows('page').toSorted())
    expectTable('pageLinks', properties['links']!)
    expectTable(name, unwrap(properties['data']!))
  })

  test('PUT of book metadata has every field', () => {
    const { properties = {} } = getResponse('put', '/api/v1/books/{id}/metadata')
    const { bookId, locks, updatedAt, ...fields } = properties
    expect([bookId, locks, updatedAt]).not.toContain(undefined)
    const described = Object.entries(fields).map(([name, schema]) => [name, formatType(schema)])
    expect(described.toSorted()).toEqual(listRows('bookMetadata').toSorted())
  })
})

test('the body of PUT book metadata accepts every field and requires none', () => {
  const { requestBody } = getOperation('put', '/api/v1/books/{id}/metadata')
  const { properties = {}, required = [] } = resolveSchema(requestBody!.content[json]!.schema)
  expect(required).toEqual([])
  const described = tables.bookMetadata.map(({ name }) => [name, formatType(properties[name]!)])
  expect(described).toEqual(listRows('bookMetadata'))
  expect(resolveSchema(properties['day']!).anyOf![0]).toMatchObject({ minimum: 1, maximum: 31 })
  expect(resolveSchema(properties['month']!).anyOf![0]).toMatchObject({ minimum: 1, maximum: 12 })
  const award = unwrap(properties['awards']!)
  expect(award.required!.toSorted()).toEqual(['name', 'won'])
  expect(unwrap(properties['authors']!).required!.toSorted()).toEqual(['name', 'role'])
})

test('every operation has a unique name, a summary, a tag and a described response', () => {
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

test('B2: every query parameter has a description', () => {
  const parameters = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, one]) =>
      (one.parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, description, schema }) => ({
          place: `${method} ${path} ${name}`,
          description: description ?? schema.description ?? '',
        })),
    ),
  )
  expect(parameters.length).toBeGreaterThan(300)
  const silent = parameters.filter(({ description }) => description.length < 4)
  expect(silent.map(({ place }) => place)).toEqual([])
})

/**
 * Generators name an inline type after its parent and its property, and a response after its
 * operation. They fail if a schema already has that name.
 */
test('B2: no schema has a name that generators derive for another type', () => {
  const { schemas } = document.components
  const derived = Object.entries(schemas).flatMap(([name, schema]) => listInlineTypes(name, schema))
  const responses = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => `${capitalize(operationId)}Response`)
  expect(derived).toContain('ScanUndo')
  expect([...derived, ...responses].filter((name) => schemas[name])).toEqual([])
})

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

function listInlineTypes(parent: string, { properties = {} }: Schema): string[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = parent + key.split('_').map(capitalize).join('')
    const variants = schema.anyOf ?? [schema]
    const inline = [...variants, ...variants.flatMap(({ items }) => items ?? [])].filter(
      (one) => one.enum ?? one.properties,
    )
    const inner = inline.flatMap((one) => listInlineTypes(name, one))
    return [...(inline.length > 0 ? [name] : []), ...inner]
  })
}

test('B2: lists of choices have a pattern', () => {
  const getPattern = (path: string, wanted: string) => {
    const { schema } = getOperation('get', path).parameters!.find(({ name }) => name === wanted)!
    return new RegExp((schema.anyOf?.[0] ?? schema).pattern!, 'u')
  }
  const sort = getPattern('/api/v1/series', 'sort')
  for (const value of ['name', 'name,asc', 'date_added,desc']) expect(value).toMatch(sort)
  for (const value of ['', 'names', 'name,up', 'name,asc,']) expect(value).not.toMatch(sort)
  const status = getPattern('/api/v1/series', 'status')
  for (const value of ['', 'ended', 'ended, ongoing,']) expect(value).toMatch(status)
  for (const value of ['end', 'ended ongoing']) expect(value).not.toMatch(status)
})

test('a wildcard path is described with the path as a parameter', () => {
  const { parameters } = getOperation('get', '/api/v1/books/{id}/resources/{path}')
  expect(parameters!.map((one) => [one.name, one.in])).toEqual([
    ['id', 'path'],
    ['path', 'path'],
  ])
})

test('every tag has a description', () => {
  expect(document.tags.filter(({ description = '' }) => description.length < 10)).toEqual([])
})

test('the paths of the specification exist, versioned except for health', () => {
  expect(document.paths).toHaveProperty(['/health', 'get'])
  expect(document.paths).toHaveProperty(['/api/v1/metrics', 'get'])
  expect(document.paths).toHaveProperty(['/api/v1/maintenance/cleanup-thumbnails', 'post'])
  const others = Object.keys(document.paths).filter((path) => !path.startsWith('/api/v1/'))
  expect(others.toSorted()).toEqual(['/health', '/health/live', '/health/ready'])
})
