/** M11: what is kept of purged books is forgotten for good only if an administrator wants that. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { preservedSeries } from '../../../src/reading/preserved/schema'
import { makePicture } from '../../support/make/pictures'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../scanning/scan-server'
import { createCall, startTrashServer, waitUntilPurged } from './trash-server'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer({ 'scan.missing_minimum': '1000' })
})
afterAll(() => server.close())

const call = createCall(() => server)

const count = () => call('GET', '/preserved-data')
const forget = (entryCount: number, as = 'ada') =>
  server.call('POST', '/preserved-data/forget', { as, body: { entryCount } })

async function upload(path: string) {
  const body = new FormData()
  body.set('file', new Blob([await makePicture({ width: 40, height: 60 })]), 'cover.jpg')
  const sent = await server.fetch(`/api/v1${path}`, { method: 'POST', as: 'max', body })
  expect(sent.status).toBe(200)
}

const listUploads = () => readdirSync(join(server.ctx.config.data_dir, 'uploads', 'covers'))

test('M11: an administrator sees the numbers, forgets for good, and the books return as new ones', async () => {
  const nothing = { bookCount: 0, seriesCount: 0, userCount: 0, entryCount: 0 }
  expect(await count()).toEqual(nothing)
  expect(await forget(0)).toMatchObject({ status: 409, body: { code: 'trash.nothing_to_forget' } })
  const folder = makeFolder()
  const files = await makeDifferentComics('Gone', 2, 5)
  writeFiles(folder, { ...files, ...(await makeDifferentComics('Stays', 1)) })
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const books = await listBooks(server, libraryId)
  const stays = books.find(({ relativePath }) => relativePath.startsWith('Stays'))!
  const [one, other] = books.filter(({ relativePath }) => relativePath.startsWith('Gone'))
  await call('PUT', `/books/${stays.id}/progress`, { currentPage: 1 }, 'ann')
  await call('PUT', `/books/${one!.id}/progress`, { currentPage: 2 }, 'ann')
  await call('PUT', `/books/${other!.id}/progress`, { currentPage: 5 }, 'max')
  await call('POST', `/books/${one!.id}/bookmarks`, { page: 1, note: 'Here' }, 'ann')
  await call('PATCH', `/series/${one!.seriesId}/metadata`, { summary: 'About it' })
  await upload(`/books/${one!.id}/cover`)
  expect(listUploads()).toHaveLength(1)
  writeFiles(folder, { Gone: null })
  await scanLibrary(server, libraryId)
  const { name } = await call('GET', `/libraries/${libraryId}`)
  const purged = await call('POST', `/libraries/${libraryId}/purge`, { name })
  await waitUntilPurged(server, purged.id)

  const kept = await count()
  expect(kept).toMatchObject({ bookCount: 2, seriesCount: 1, userCount: 2 })
  expect(kept.entryCount).toBeGreaterThan(6)
  for (const as of ['ann', 'max']) {
    expect((await server.call('GET', '/preserved-data', { as })).status).toBe(403)
    expect((await forget(kept.entryCount, as)).status).toBe(403)
  }
  const stale = await forget(kept.entryCount - 1)
  expect(stale).toMatchObject({ status: 409, body: { code: 'trash.forget_changed' } })
  expect(await count()).toEqual(kept)
  expect(await forget(kept.entryCount)).toMatchObject({ status: 200, body: kept })
  expect(await count()).toEqual(nothing)
  expect(listUploads()).toEqual([])
  expect(await server.ctx.db.$count(preservedSeries)).toBe(0)
  const { data } = await call('GET', '/audit-log?action=forget_purged')
  expect(data).toMatchObject([
    { username: 'ada', changes: [{ name: 'count', after: `${kept.entryCount}` }] },
  ])

  writeFiles(folder, files)
  await scanLibrary(server, libraryId)
  const returned = (await listBooks(server, libraryId)).filter(({ relativePath }) =>
    relativePath.startsWith('Gone'),
  )
  expect(returned).toHaveLength(2)
  for (const as of ['ann', 'max']) {
    for (const { id } of returned) {
      const { book } = await call('GET', `/books/${id}`, undefined, as)
      expect(book.readProgress ?? null).toBeNull()
    }
  }
  const { summary } = await call('GET', `/series/${returned[0]!.seriesId}/metadata`)
  expect(summary).toBeNull()
  // What is read of present books is not touched.
  const { book } = await call('GET', `/books/${stays.id}`, undefined, 'ann')
  expect(book.readProgress).toMatchObject({ currentPage: 1 })
})
