/**
 * Sends requests generated from docs/openapi.json, most of them valid, to find faults, undocumented
 * responses and responses that violate their schema. QUIRE_GENERATED_REQUESTS sets the number per
 * operation. SEED selects other requests.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '../../../src/platform/db/dialect'
import { randomSeed } from '../../support/dice'
import { takeRoutes } from '../../support/share'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { type Components, createDice, findBreak, generate, pick, type Schema } from './schema'

interface Operation {
  method: string
  path: string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string; content?: Content }>
}

type Content = Record<string, { schema?: Schema }>

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Components; responses: Operation['responses'] }
}

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as Document
const perOperation = Number(process.env['QUIRE_GENERATED_REQUESTS'] ?? 8)
/** Each database gets different requests. */
const dice = createDice(dialect === 'sqlite' ? randomSeed : randomSeed + 1)

/** Paths that would end the session of the test or stream endlessly. */
const excluded = /\/(stream|logout)$|\/auth\/sessions|\/setup\//
const allOperations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]) => ({ ...one, path, method: method.toUpperCase() })),
)
const operations = takeRoutes(allOperations, ['platform/http', 'accounts/permissions'])
const reading = operations.filter(({ method, path }) => method === 'GET' && !excluded.test(path))
const writing = operations.filter(({ method, path }) => method !== 'GET' && !excluded.test(path))

let server: TestServer
let ids: string[] = []
/** Existing IDs, keyed by the path segment that precedes them. */
let known: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  await addObjects()
})
afterAll(() => server.close())

async function addObjects() {
  const path = mkdtempSync(join(tmpdir(), 'generated-'))
  const library = await seedLibrary(server, { path })
  const series = await seedSeries(server, library)
  const book = await seedBook(server, series)
  const other = await server.addUser(`user${dice(1e9)}`, 'reader')
  known = { libraries: library.id, series: series.id, books: book.id, users: other }
  ids = Object.values(known)
}

function buildPath(operation: Operation) {
  const world = { components: components.schemas, dice, ids }
  const filled = operation.path.replaceAll(
    /([^/]+)\/\{(\w+)\}/g,
    (_, before: string, name: string) => {
      const parameter = operation.parameters?.find((one) => one.name === name)
      const value = dice(8) > 0 ? known[before] : undefined
      return `${before}/${encode(value ?? generate(parameter?.schema ?? {}, world) ?? 'x')}`
    },
  )
  const query = (operation.parameters ?? [])
    .filter((one) => one.in === 'query' && (one.required || dice(3) === 0))
    .map((one) => `${one.name}=${encode(generate(one.schema, world))}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

const encode = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()) ||
  'x'

function buildRequest(operation: Operation): RequestInit & { as: string } {
  const content = Object.entries(operation.requestBody?.content ?? {})[0]
  const as = pick(['ada', 'ada', 'ada', 'max', 'ann'], dice)
  const accept = dice(20) === 0 ? { accept: 'application/xml' } : undefined
  const common = { as, method: operation.method, headers: { ...accept } }
  if (!content) return common
  const [type, { schema }] = content
  if (type === 'multipart/form-data') {
    const body = new FormData()
    body.set('file', new File(['no picture'], 'cover.png', { type: 'image/png' }))
    return { ...common, body }
  }
  const world = { components: components.schemas, dice, ids }
  const body = JSON.stringify(generate(schema, world))
  return { ...common, headers: { ...accept, 'content-type': type }, body }
}

/** Returns the response, or an error message if the test server rejects its status. */
const send = async (path: string, request: RequestInit & { as: string }) =>
  server.fetch(path, request).catch((error: unknown) => (error as Error).message)

/** Describes the problem with a response. Returns undefined if there is none. */
async function findProblem({ responses }: Operation, response: Response) {
  if (response.status === 500) return 'is a fault'
  // Any path responds 405 to methods that it does not support.
  if (response.status === 405) return undefined
  const given = responses[response.status]
  if (!given) return 'is undocumented'
  const name = given.$ref?.replace('#/components/responses/', '')
  const { content } = name === undefined ? given : components.responses[name]!
  return findBodyProblem(content, response)
}

async function findBodyProblem(content: Content | undefined, response: Response) {
  const body = await response.text()
  if (!content) return body === '' ? undefined : 'has an undocumented body'
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'none'
  const isKnown = Object.keys(content).some((one) => one === type || one.endsWith('/*'))
  if (!isKnown) return `is ${type}`
  const schema = content[type]?.schema
  if (type !== 'application/json' || !schema) return undefined
  return findBreak(JSON.parse(body), schema, components.schemas)
}

async function findProblems(given: readonly Operation[], beforeEach: () => Promise<void>) {
  const problems: string[] = []
  let answered = 0
  for (const operation of given) {
    await beforeEach()
    for (let n = 0; n < perOperation; n++) {
      const path = buildPath(operation)
      const request = buildRequest(operation)
      const response = await send(path, request)
      if (typeof response === 'string') {
        problems.push(response)
        continue
      }
      if (response.status < 300) answered += 1
      const problem = await findProblem(operation, response)
      if (problem) {
        const sent = typeof request.body === 'string' ? request.body.slice(0, 500) : ''
        problems.push(`${operation.method} ${path} ${sent}: ${response.status} ${problem}`)
      }
    }
  }
  return { problems, answered }
}

test(`B2: generated reads get documented responses (seed ${randomSeed})`, async () => {
  const { problems, answered } = await findProblems(reading, async () => undefined)
  expect(problems).toEqual([])
  // Makes sure that the requests succeed often enough to test the responses.
  expect(answered).toBeGreaterThan(reading.length / 2)
}, 120_000)

test(`B2: generated changes get documented responses (seed ${randomSeed})`, async () => {
  const { problems, answered } = await findProblems(writing, addObjects)
  expect(problems).toEqual([])
  expect(answered).toBeGreaterThan(writing.length / 4)
}, 120_000)
