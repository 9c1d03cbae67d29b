/**
 * Tests every route of every protocol with eight viewers, and with items that they can and cannot
 * see. An item that a viewer cannot see does not exist for them: its ID is not found, and no
 * response contains its name.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { bookProgress } from '../../../src/reading/progress/schema'
import { books } from '../../../src/catalog/books/schema'
import { series } from '../../../src/catalog/series/schema'
import { eq } from 'drizzle-orm'
import { buildSample } from '../../support/routes'
import { takeRoutes } from '../../support/share'
import { startTestServer, type TestServer } from '../../support/server'
import {
  fillParameters,
  findFirstThing,
  findSubject,
  hasThing,
  type Ids,
  isQuestion,
  listUnknownParameters,
  unknownIds,
  type TableRoute,
} from './route-table'
import { type AccessViewer, createWorld, type World } from './world'

let server: TestServer
let world: World
let routes: TableRoute[]
let checks = 0

beforeAll(async () => {
  server = await startTestServer()
  world = await createWorld(server)
  routes = (await server.app.listRoutes()).map(({ method, path, hooks }) => ({
    method,
    path,
    body: (hooks as { body?: TableRoute['body'] }).body,
  }))
}, 120_000)
afterAll(async () => {
  const { length } = world.viewers
  process.stdout.write(
    `access: ${routes.length} routes, ${length} viewers, ${Object.keys(world.outside).length} kinds of things inside and outside, ${checks} checks\n`,
  )
  await server.close()
})

interface Answer {
  status: number
  text: string
  etag: string | null
}

interface Sent {
  body?: unknown
  ifNoneMatch?: string | null
}

async function send(viewer: AccessViewer, route: TableRoute, ids: Ids, sent: Sent = {}) {
  checks++
  const { method, path } = route
  const filled = fillParameters(
    path,
    ids,
    path.startsWith('/kobo') ? viewer.koboKey : viewer.feedKey,
  )
  const hasKey = /^\/(kobo|feeds)/.test(path)
  const response = await server.fetch(filled, {
    method,
    ...(viewer.as !== undefined && !hasKey && { as: viewer.as }),
    headers: buildHeaders(viewer, path, sent),
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  })
  return { ...(await readAnswer(response)), path: filled }
}

const buildHeaders = (
  { koreader }: AccessViewer,
  path: string,
  { body, ifNoneMatch }: Sent,
): Record<string, string> => ({
  ...(path.startsWith('/koreader') && koreader),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
})

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response
  const isStream = headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await response.body?.cancel()
  return { status, text: isStream ? '' : await response.text(), etag: headers.get('etag') }
}

/**
 * Returns the names and IDs of hidden items in a response, except those that the request contained.
 */
function listLeaks({ seesLibrary }: AccessViewer, { text, path }: { text: string; path: string }) {
  return world.names.filter(
    (name) =>
      text.includes(name) &&
      !path.includes(name) &&
      !(seesLibrary && world.libraryNames.includes(name)),
  )
}

const label = (viewer: AccessViewer, { method, path }: TableRoute) =>
  `${viewer.name}: ${method} ${path}`
const getViewer = (name: string) => world.viewers.find((viewer) => viewer.name === name)!
const listRestricted = () => world.viewers.filter(({ name }) => /^by |^maintainer/.test(name))
const isRead = ({ method }: TableRoute) => method === 'GET'
/** Routes of this run, each with all viewers. */
const listTested = () => takeRoutes(routes, ['accounts/access', 'accounts/permissions'])
const ofItems = () => listTested().filter(({ path }) => findSubject(path) === 'items')
/** True for endless responses and for routes that read folders on disk. */
const isSlow = ({ path }: TableRoute) => /\/filesystem\/|\/scans\/preview$|\/sse\//.test(path)

test('every route has an entry in the table', () => {
  const missing = routes
    .map(({ method, path }) => ({ method, path, unknown: listUnknownParameters(path) }))
    .filter(({ path, unknown }) => findSubject(path) === undefined || unknown.length > 0)
  expect(missing).toEqual([])
})

describe('what is outside', () => {
  test('is not found by its id, and named in no answer', async () => {
    const problems: string[] = []
    const reader = getViewer('reader')
    let seenByReader = 0
    const tested = ofItems().filter((one) => isRead(one) && !isSlow(one))
    for (const route of tested) {
      const open = await send(reader, route, world.outside)
      if (listLeaks({ ...reader, seesLibrary: false }, open).length > 0) seenByReader++
      for (const viewer of listRestricted()) {
        const answer = await send(viewer, route, world.outside, { ifNoneMatch: open.etag })
        const leaks = listLeaks(viewer, answer)
        if (leaks.length > 0) problems.push(`${label(viewer, route)} tells ${leaks.join()}`)
        const isOutside =
          hasThing(route.path) && !(viewer.seesLibrary && findFirstThing(route.path) === 'library')
        if (isOutside && ![400, 403, 404, 501].includes(answer.status)) {
          problems.push(`${label(viewer, route)} answers ${answer.status}`)
        }
        if (answer.status === 304 && listLeaks(reader, open).length > 0) {
          problems.push(`${label(viewer, route)} has the validator of more`)
        }
      }
    }
    expect(problems).toEqual([])
    // Proves that the routes would return hidden items to a viewer without restrictions.
    expect(seenByReader).toBeGreaterThan(tested.length / 5)
  }, 300_000)

  test('is not changed', async () => {
    const before = await listOutsideRows()
    const problems: string[] = []
    for (const route of ofItems().filter((one) => !isRead(one) && !isSlow(one))) {
      const change = buildChange(route)
      if (!change) continue
      for (const viewer of listRestricted()) {
        if (viewer.seesLibrary && findFirstThing(route.path) === 'library') continue
        problems.push(...(await listProblemsOfChange(viewer, route, change)))
      }
    }
    expect(problems).toEqual([])
    expect(await listOutsideRows()).toEqual(before)
  }, 300_000)
})

/** Returns undefined if the change would not refer to any hidden item. */
function buildChange(route: TableRoute): { body: unknown } | undefined {
  const { series: seriesId, book, library } = world.outside
  const ids = { series: seriesId, book, library, other: unknownIds(world.outside).series }
  const sample = route.body && buildSample(route.body, ids)
  const text = JSON.stringify(sample ?? null)
  if (isQuestion(route)) return { body: {} }
  if (!hasThing(route.path) && !text.includes(seriesId) && !text.includes(book)) return undefined
  return { body: route.method === 'DELETE' ? undefined : (sample ?? {}) }
}

async function listProblemsOfChange(
  viewer: AccessViewer,
  route: TableRoute,
  change: { body: unknown },
): Promise<string[]> {
  const name = label(viewer, route)
  const answer = await send(viewer, route, world.outside, change)
  const given = JSON.stringify(change.body ?? null)
  const leaks = listLeaks(viewer, answer).filter((one) => !given.includes(one))
  const isFault = answer.status >= 500 && answer.status !== 501
  return [
    ...(leaks.length > 0 ? [`${name} tells ${leaks.join()}`] : []),
    ...((await seemsChanged(viewer, route, { ...change, status: answer.status }))
      ? [`${name} answers ${answer.status}`]
      : []),
    ...(isFault ? [`${name} fails with ${answer.status}`] : []),
  ]
}

/** Compares with an unknown item, because some deletions succeed even if nothing exists. */
async function seemsChanged(
  viewer: AccessViewer,
  route: TableRoute,
  { body, status }: { body: unknown; status: number },
) {
  if (!hasThing(route.path) || status >= 400) return false
  const unknown = await send(viewer, route, unknownIds(world.outside), { body })
  return unknown.status !== status
}

async function listOutsideRows() {
  const { db } = server.ctx
  const { series: seriesId, library } = world.outside
  const rows = [
    await db.select().from(series).where(eq(series.libraryId, library)).orderBy(series.n),
    await db.select().from(books).where(eq(books.libraryId, library)).orderBy(books.n),
    await db
      .select()
      .from(bookProgress)
      .where(eq(bookProgress.seriesId, seriesId))
      .orderBy(bookProgress.userId),
  ]
  return JSON.parse(JSON.stringify(rows)) as unknown
}

test('what is inside answers restricted readers as it answers others', async () => {
  const problems: string[] = []
  const reader = getViewer('reader')
  const restricted = listRestricted().filter(({ name }) => !name.startsWith('maintainer'))
  for (const route of ofItems().filter(
    (one) => isRead(one) && hasThing(one.path) && !isSlow(one),
  )) {
    const open = await send(reader, route, world.inside)
    for (const viewer of restricted) {
      const { status } = await send(viewer, route, world.inside)
      if (status !== open.status) {
        problems.push(`${label(viewer, route)}: ${status} instead of ${open.status}`)
      }
    }
  }
  expect(problems).toEqual([])
}, 300_000)

test('nothing is told to those who are not signed in', async () => {
  const problems: string[] = []
  const viewer = getViewer('anonymous')
  for (const route of listTested()) {
    const subject = findSubject(route.path)
    for (const ids of [world.inside, world.outside]) {
      const answer = await send(viewer, route, ids, isRead(route) ? {} : { body: {} })

      // The examples in this document contain the same words.
      if (route.path.endsWith('/openapi.json')) continue
      if (listLeaks(viewer, answer).length > 0 || /Anvil|Forge/.test(answer.text)) {
        problems.push(`${label(viewer, route)} tells something`)
      }
      const isClosed = [400, 401, 403, 404].includes(answer.status)
      if (subject !== 'open' && !isClosed) {
        problems.push(`${label(viewer, route)} answers ${answer.status}`)
      }
    }
  }
  expect(problems).toEqual([])
}, 300_000)

test('an API key with fewer rights tells nothing of books', async () => {
  const problems: string[] = []
  const viewer = getViewer('API key with fewer rights')
  for (const route of ofItems().filter((one) => isRead(one) && !isSlow(one))) {
    for (const ids of [world.inside, world.outside]) {
      const { text, status } = await send(viewer, route, ids)
      // Metadata from files belongs to the series and may contain book titles.
      if (route.path.endsWith('/metadata/sources')) continue
      if (/Anvil 1|Book 0|Read 0/.test(text)) problems.push(`${label(viewer, route)} names a book`)
      if (findFirstThing(route.path) === 'book' && status < 400) {
        problems.push(`${label(viewer, route)} answers ${status}`)
      }
    }
  }
  expect(problems).toEqual([])
}, 300_000)

test('routes for administrators are closed to everybody else', async () => {
  const problems: string[] = []
  const signedIn = world.viewers.filter(({ name }) => name !== 'anonymous')
  for (const route of listTested().filter(({ path }) => findSubject(path) === 'admin')) {
    for (const viewer of signedIn) {
      const { status } = await send(viewer, route, world.inside, isRead(route) ? {} : { body: {} })
      if (status !== 403) problems.push(`${label(viewer, route)} answers ${status}`)
    }
  }
  expect(problems).toEqual([])
}, 300_000)

test('what a reader did returns when the restrictions end', async () => {
  const { book, series: seriesId } = world.outside
  for (const name of ['by library', 'by age', 'by tag']) {
    const read = async (path: string) =>
      JSON.stringify((await server.call('GET', path, { as: name })).body)
    expect(await read('/bookmarks')).not.toContain(book)
    const body = { libraryIds: null, ageLimit: null, deniedTagIds: [] }
    await server.call('PATCH', `/users/${server.getUserId(name)}/restrictions`, { as: 'ada', body })
    expect(await read('/bookmarks')).toContain(book)
    expect(await read('/want-to-read')).toContain(seriesId)
    expect(await read(`/books/${book}/progress`)).toContain('"currentPage":3')
  }
})
