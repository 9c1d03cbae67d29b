/** What two people do to the same library at the same moment. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { schedules } from '../../../src/platform/jobs/schema'
import { startTestServer, type TestServer } from '../../support/server'
import { makeFolder } from '../../ingest/scanning/support'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const as = 'ada'
let names = 0
const add = (path: string, name = `Shelf ${++names}`) =>
  server.call('POST', '/libraries', { as, body: { name, path } })
const patch = (id: string, body: object) => server.call('PATCH', `/libraries/${id}`, { as, body })
const trash = (id: string) => server.call('DELETE', `/libraries/${id}`, { as })
const restore = (id: string) => server.call('POST', `/libraries/${id}/restore`, { as })
const shown = async (id: string) => (await server.call('GET', `/libraries/${id}`, { as })).body

test('an edit that waits for a disk does not take back what another one changed meanwhile', async () => {
  const path = makeFolder()
  const { id } = (await add(path)).body
  const answers = await Promise.all([
    patch(id, { path, description: 'Ours' }),
    patch(id, { seriesStrategy: 'flat', scanningConfig: { cronSchedule: '0 3 * * *' } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await shown(id)).toMatchObject({
    description: 'Ours',
    seriesStrategy: 'flat',
    scanningConfig: { cronSchedule: '0 3 * * *' },
  })
  expect(await server.ctx.db.select().from(schedules).where(ofLibrary(id))).toHaveLength(1)
})

test('an edit of a library that goes to the trash meanwhile leaves it there, unscheduled', async () => {
  const path = makeFolder()
  const { id } = (await add(path, 'Gone')).body
  await patch(id, { scanningConfig: { cronSchedule: '0 3 * * *' } })
  const [edited, trashed] = await Promise.all([patch(id, { path, name: 'Gone' }), trash(id)])
  expect([200, 404]).toContain(edited.status)
  expect(trashed.status).toBe(204)
  expect(await server.ctx.db.select().from(schedules).where(ofLibrary(id))).toHaveLength(0)
  expect((await add(makeFolder(), 'Gone')).status).toBe(201)
})

test('of two libraries that are added with one folder only one is', async () => {
  const path = makeFolder()
  const answers = await Promise.all([add(path), add(path), add(path)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

test('a folder is not given to a library that comes back and to a new one at the same time', async () => {
  const path = makeFolder()
  const { id } = (await add(path)).body
  await trash(id)
  const [restored, added] = await Promise.all([restore(id), add(path)])
  expect([restored.status, added.status].filter((status) => status === 409)).toHaveLength(1)
})

test('a folder is not given to two libraries that are changed at the same time', async () => {
  const [first, second] = await Promise.all([add(makeFolder()), add(makeFolder())])
  const path = makeFolder()
  const answers = await Promise.all([
    patch(first.body.id, { path }),
    patch(second.body.id, { path }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

const ofLibrary = (id: string) => eq(schedules.name, `scan:${id}`)
