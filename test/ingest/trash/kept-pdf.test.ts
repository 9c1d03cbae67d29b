/** Files that say nothing of themselves are known by every byte, which is read in the background. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makePdf } from '../../support/make/pdf'
import { addLibrary, booksOf, makeFolder, put, scan, type ScanServer } from '../scanning/support'
import { startTrashServer, purged } from './support'
import { waitUntil } from '../../support/wait-until'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

/** Too large to be read whole by the way. */
const largePdf = () => Buffer.concat([makePdf({}), Buffer.alloc(1_500_000, '% nothing\n')])

test('the reading of a large PDF comes back with the same bytes under another name', async () => {
  const folder = makeFolder()
  put(folder, { 'Papers/read.pdf': largePdf() })
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const [book] = await booksOf(server, id)
  await server.call('PUT', `/books/${book!.id}/progress`, {
    as: 'ann',
    body: { currentPage: 1, completed: true },
  })
  await waitUntil(async () => (await booksOf(server, id))[0]!.contentHash !== null)
  await server.call('DELETE', `/books/${book!.id}`, { as: 'max' })
  const body = { name: book!.title }
  const asked = await server.call('POST', `/books/${book!.id}/purge`, { as: 'max', body })
  expect(await purged(server, asked.body.id)).toMatchObject({ booksPurged: 1 })

  put(folder, { 'Papers/read.pdf': null })
  put(folder, { 'Elsewhere/found.pdf': largePdf(), 'Elsewhere/other.pdf': makePdf({}) })
  await scan(server, id)
  const found = (await booksOf(server, id)).find(({ relativePath }) => /found/.test(relativePath))!
  const seen = async () => (await server.call('GET', `/books/${found.id}`, { as: 'ann' })).body.book
  await waitUntil(async () => (await seen()).readProgress !== null)
  expect(await seen()).toMatchObject({ readCount: 1, readProgress: { completed: true } })
  const series = await server.call('GET', `/series/${found.seriesId}`, { as: 'ann' })
  expect(series.body).toMatchObject({ unreadCount: 1 })
})
