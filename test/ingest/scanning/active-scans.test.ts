/** Routes for scripts that do not know the ID of a scan. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'
import { type SeededLibrary, seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let own: SeededLibrary
let other: SeededLibrary

// Jobs are not run, so scans keep waiting.
beforeAll(async () => {
  server = await startTestServer()
  own = await seedLibrary(server, { name: 'Own' })
  other = await seedLibrary(server, { name: 'Other' })
  await server.addUser('mia', 'maintainer')
  const path = `/users/${server.getUserId('mia')}/libraries`
  const body = { libraryIds: [own.id] }
  expect((await server.call('PUT', path, { as: 'ada', body })).status).toBe(200)
})
afterAll(() => server.close())

const call = (method: string, path: string, as = 'ada', body?: object) =>
  server.call(method, path, { as, ...(body && { body }) })

test('the active scans, the latest scan and cancelling it need no ID of a scan', async () => {
  expect((await call('GET', '/scans/active')).body).toEqual([])
  expect((await call('GET', `/libraries/${own.id}/scan-status`)).status).toBe(404)
  const { body: first } = await call('POST', `/libraries/${own.id}/scan`)
  const { body: second } = await call('POST', `/libraries/${other.id}/scan`)

  const ids = (scans: { id: string }[]) => scans.map(({ id }) => id)
  expect(ids((await call('GET', '/scans/active')).body)).toEqual([first.id, second.id])
  expect(ids((await call('GET', '/scans/active', 'mia')).body)).toEqual([first.id])
  expect((await call('GET', `/libraries/${own.id}/scan-status`)).body).toEqual(first)
  expect((await call('GET', `/libraries/${other.id}/scan-status`, 'mia')).status).toBe(404)

  expect((await call('POST', `/libraries/${other.id}/scan/cancel`, 'mia')).status).toBe(404)
  expect((await call('POST', `/libraries/${own.id}/scan/cancel`)).status).toBe(204)
  expect((await call('POST', `/libraries/${own.id}/scan/cancel`)).status).toBe(409)
  expect((await call('GET', `/libraries/${own.id}/scan-status`)).body).toMatchObject({
    id: first.id,
    status: 'cancelled',
  })
  expect(ids((await call('GET', '/scans/active')).body)).toEqual([second.id])
  expect((await call('GET', '/scans/active', 'ann')).status).toBe(403)
})

test('several books or series are analyzed again, without those that are hidden', async () => {
  const [shown, hidden] = await Promise.all(
    [own, other].map(async (library) => {
      const series = await seedSeries(server, library)
      const { id } = await seedBook(server, series, { title: 'One' })
      return { bookId: id, seriesId: series.id }
    }),
  )
  const bookIds = [shown!.bookId, hidden!.bookId]
  const seriesIds = [shown!.seriesId, hidden!.seriesId]
  const analyze = (path: string, body: object, as: string) => call('POST', path, as, body)

  const all = await analyze('/books/bulk/analyze', { bookIds }, 'ada')
  expect(all.status).toBe(202)
  expect(all.body.tasksEnqueued).toBe(2)
  expect((await analyze('/series/bulk/analyze', { seriesIds }, 'mia')).body.tasksEnqueued).toBe(1)
  const [, hiddenBook] = bookIds
  const none = await analyze('/books/bulk/analyze', { bookIds: [hiddenBook] }, 'mia')
  expect(none.status).toBe(409)
  expect((await analyze('/books/bulk/analyze', { bookIds: [] }, 'ada')).status).toBe(400)
  expect((await analyze('/books/bulk/analyze', { bookIds }, 'ann')).status).toBe(403)
})
