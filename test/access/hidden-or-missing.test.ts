/**
 * A hidden item answers exactly like one that does not exist: in every route, wherever the request
 * names it (path, query or body).
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AccessViewer, createWorld, type World } from '../endurance/access/world'
import {
  fillParameters,
  findFirstThing,
  findSubject,
  hasThing,
  type Ids,
  isQuestion,
} from '../endurance/access/route-table'
import { listRoutes, type Route, type Schema } from '../support/routes'
import { startTestServer, type TestServer } from '../support/server'

const nobody = '018f0000-0000-7000-8000-0000000000aa'
const longMs = 200_000
let server: TestServer
let world: World
let routes: Route[]
let missing: Ids

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  world = await createWorld(server)
  missing = Object.fromEntries(Object.keys(world.outside).map((name) => [name, nobody])) as Ids
  const isStream = /\/stream$|\/sse\//
  routes = (await listRoutes(server)).filter(
    ({ path }) => findSubject(path) !== 'open' && !isStream.test(path),
  )
}, longMs)
afterAll(() => server.close())

/** Kinds of items that a member of a query or body names. */
const kinds: readonly [RegExp, keyof Ids][] = [
  [/book/i, 'book'],
  [/librar/i, 'library'],
  [/collection/i, 'collection'],
  [/read_?-?list/i, 'readlist'],
  [/genre/i, 'genre'],
  [/person/i, 'person'],
  [/cover/i, 'cover'],
]
const findKind = (name: string) => kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'series'

/** A valid value of which every ID is that of such an item. */
function build(schema: Schema, ids: Ids, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return build(schema.anyOf[0]!, ids, name)
  const { type, items, properties = {} } = schema
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([key, member]) => [key, build(member, ids, key)]),
    )
  if (type === 'array') return items ? [build(items, ids, name)] : []
  return buildSingle(schema, ids, name)
}

function buildSingle({ type, format, minimum, minLength = 0 }: Schema, ids: Ids, name: string) {
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1)
  if (type === 'boolean') return true
  if (format === 'uuid') return ids[findKind(name)]
  return format === 'date-time' ? '2026-01-31T12:00:00Z' : 'word'.padEnd(minLength, 'x')
}

interface Sent {
  path: string
  body?: unknown
}

async function send({ as, koreader }: AccessViewer, { method }: Route, { path, body }: Sent) {
  const hasBody = body !== undefined && method !== 'GET'
  const response = await server.fetch(path, {
    method,
    ...(as !== undefined && !/^\/(kobo|feeds)/.test(path) && { as }),
    headers: {
      ...(path.startsWith('/koreader') && koreader),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: plain(await response.text()) }
}

/** Without IDs and times, which differ between any two answers. */
const plain = (text: string) =>
  text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'TIME')

const isUuid = (schema: Schema): boolean =>
  schema.format === 'uuid' || (schema.anyOf?.some(isUuid) ?? false)

/** The requests of a route that name an item, each with the kind of the item. */
function listRequests(route: Route, ids: Ids, viewer: AccessViewer): (Sent & { kind: string })[] {
  const key = route.path.startsWith('/kobo') ? viewer.koboKey : viewer.feedKey
  const fill = (own: Ids) => fillParameters(route.path, own, key)
  const body = route.body && !isQuestion(route) ? build(route.body, ids) : undefined
  const requests: (Sent & { kind: string })[] = []
  if (hasThing(route.path))
    requests.push({ path: fill(ids), body, kind: findFirstThing(route.path)! })
  // The item in the path is one that the viewer sees.
  const inside = fill(world.inside)
  if (JSON.stringify(body ?? null).includes(ids.series)) {
    requests.push({ path: inside, body, kind: 'body' })
  }
  for (const [name, member] of Object.entries(route.query?.properties ?? {})) {
    if (!isUuid(member)) continue
    const kind = findKind(name)
    requests.push({ path: `${inside}?${name}=${ids[kind]}`, kind })
  }
  return requests
}

test.each(['by library', 'by age', 'by tag', 'by group', 'maintainer'])(
  'hidden and missing items answer alike to %s',
  async (name) => {
    const viewer = world.viewers.find((one) => one.name === name)!
    const different: string[] = []
    let compared = 0
    for (const route of routes) {
      const requests = listRequests(route, world.outside, viewer)
      const others = listRequests(route, missing, viewer)
      for (const [index, request] of requests.entries()) {
        if (request.kind === 'library' && viewer.seesLibrary) continue
        const hidden = await send(viewer, route, request)
        const absent = await send(viewer, route, others[index]!)
        compared++
        if (hidden.status === absent.status && hidden.text === absent.text) continue
        different.push(
          `${route.method} ${request.path}: ${hidden.status} ${hidden.text.slice(0, 200)} | ${absent.status} ${absent.text.slice(0, 200)}`,
        )
      }
    }
    expect(different).toEqual([])
    expect(compared).toBeGreaterThan(200)
  },
  longMs,
)
