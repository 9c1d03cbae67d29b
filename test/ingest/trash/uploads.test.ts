import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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
import { waitUntil } from '../../support/wait-until'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

test('the uploaded cover of a series is deleted when it is purged, not before', async () => {
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
  await waitUntil(() => readdirSync(uploads).length === 0)
  expect(existsSync(join(folder, 'Covered/Covered v1.cbz'))).toBe(true)
})
