import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deleteExpiredUserData } from '../../../src/ingest/scanning/purged/delete-expired'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../scanning/scan-server'
import { makePicture } from '../../support/make/pictures'
import { startTrashServer, waitUntilPurged } from './trash-server'

const dayMs = 86_400_000

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

test('M11: the uploaded cover of a series is deleted 90 days after the purge', async () => {
  const folder = makeFolder()
  writeFiles(folder, await makeDifferentComics('Covered', 1))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const { seriesId } = (await listBooks(server, id))[0]!
  const form = new FormData()
  form.set('file', new Blob([await makePicture({ width: 40, height: 60 })]), 'cover.jpg')
  const path = `/api/v1/series/${seriesId}/cover`
  const sent = await server.fetch(path, { method: 'POST', as: 'max', body: form })
  expect(sent.status).toBe(200)
  const uploads = join(server.ctx.config.data_dir, 'uploads', 'covers')
  expect(readdirSync(uploads)).toHaveLength(1)
  await server.call('DELETE', `/series/${seriesId}`, { as: 'max' })
  expect(readdirSync(uploads)).toHaveLength(1)
  const body = { name: 'Covered' }
  const asked = await server.call('POST', `/series/${seriesId}/purge`, { as: 'max', body })
  expect(await waitUntilPurged(server, asked.body.id)).toMatchObject({
    status: 'completed',
    seriesPurged: 1,
  })
  await server.clock.jump(89 * dayMs)
  await deleteExpiredUserData(server.ctx)
  expect(readdirSync(uploads)).toHaveLength(1)
  await server.clock.jump(2 * dayMs)
  await deleteExpiredUserData(server.ctx)
  expect(readdirSync(uploads)).toHaveLength(0)
  expect(existsSync(join(folder, 'Covered/Covered v1.cbz'))).toBe(true)
})
