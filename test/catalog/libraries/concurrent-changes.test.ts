/** Concurrent changes to the same library. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { schedules } from '../../../src/platform/jobs/schema'
import { startTestServer, type TestServer } from '../../support/server'
import { makeFolder } from '../../ingest/scanning/scan-server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const as = 'ada'
let names = 0
const addLibrary = (path: string, name = `Shelf ${++names}`) =>
  server.call('POST', '/libraries', { as, body: { name, path } })
const updateLibrary = (id: string, body: object) =>
  server.call('PATCH', `/libraries/${id}`, { as, body })
const trashLibrary = (id: string) => server.call('DELETE', `/libraries/${id}`, { as })
const restoreLibrary = (id: string) => server.call('POST', `/libraries/${id}/restore`, { as })
const getLibrary = async (id: string) => (await server.call('GET', `/libraries/${id}`, { as })).body

test("an edit that waits for a disk does not undo another user's change", async () => {
  const path = makeFolder()
  const { id } = (await addLibrary(path)).body
  const answers = await Promise.all([
    updateLibrary(id, { path, description: 'Ours' }),
    updateLibrary(id, { seriesStrategy: 'flat', scanningConfig: { cronSchedule: '0 3 * * *' } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await getLibrary(id)).toMatchObject({
    description: 'Ours',
    seriesStrategy: 'flat',
    scanningConfig: { cronSchedule: '0 3 * * *' },
  })
  expect(await server.ctx.db.select().from(schedules).where(byLibrary(id))).toHaveLength(1)
})

test('an edit of a library that is trashed meanwhile leaves it in the trash, without schedule', async () => {
  const path = makeFolder()
  const { id } = (await addLibrary(path, 'Gone')).body
  await updateLibrary(id, { scanningConfig: { cronSchedule: '0 3 * * *' } })
  const [edited, trashed] = await Promise.all([
    updateLibrary(id, { path, name: 'Gone' }),
    trashLibrary(id),
  ])
  expect([200, 404]).toContain(edited.status)
  expect(trashed.status).toBe(204)
  expect(await server.ctx.db.select().from(schedules).where(byLibrary(id))).toHaveLength(0)
  expect((await addLibrary(makeFolder(), 'Gone')).status).toBe(201)
})

test('only one of several libraries with the same folder is added', async () => {
  const path = makeFolder()
  const answers = await Promise.all([addLibrary(path), addLibrary(path), addLibrary(path)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

test('a folder is not used by a restored and a new library at the same time', async () => {
  const path = makeFolder()
  const { id } = (await addLibrary(path)).body
  await trashLibrary(id)
  const [restored, added] = await Promise.all([restoreLibrary(id), addLibrary(path)])
  expect([restored.status, added.status].filter((status) => status === 409)).toHaveLength(1)
})

test('a folder is not used by two libraries that change at the same time', async () => {
  const [first, second] = await Promise.all([addLibrary(makeFolder()), addLibrary(makeFolder())])
  const path = makeFolder()
  const answers = await Promise.all([
    updateLibrary(first.body.id, { path }),
    updateLibrary(second.body.id, { path }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

const byLibrary = (id: string) => eq(schedules.name, `scan:${id}`)
