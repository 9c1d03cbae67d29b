/** Clients are notified when the cover image in a series folder changes. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { makePictures } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { waitUntil } from '../../support/wait-until'
import {
  addLibrary,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from './scan-server'
import { coverUpdated } from '../../../src/artwork/covers/model'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
}, 60_000)
afterAll(async () => {
  await server.close()
  closeDecoder()
})

test('publishes events when an image is added, replaced, removed and ready to display', async () => {
  const [page, first, second] = await makePictures(3, { width: 20, height: 30 })
  const root = makeFolder()
  writeFiles(root, { 'Tide/1.cbz': makeZip([{ name: '1.jpg', data: page! }]) })
  const libraryId = await addLibrary(server, root)
  await scanLibrary(server, libraryId)
  const seriesId = (await listSeries(server, libraryId))[0]!.id
  const listEvents = () =>
    server.events.filter((event) => coverUpdated.matches(event) && event.entityId === seriesId)
      .length
  const scanAfter = async (change: () => void) => {
    const before = listEvents()
    change()
    await scanLibrary(server, libraryId)
    await waitUntil(() => listEvents() > before)
  }
  await scanAfter(() => writeFiles(root, { 'Tide/cover.jpg': first! }))
  const getImage = () => server.call('GET', `/series/${seriesId}/thumbnail`, { as: 'ann' })
  const before = listEvents()
  // The thumbnail is created by this request, and the event follows.
  expect((await getImage()).status).toBeLessThan(400)
  await waitUntil(() => listEvents() > before)

  const changedAt = new Date('2025-01-01T00:00:00Z')
  await scanAfter(() => writeFiles(root, { 'Tide/cover.jpg': second! }, changedAt))
  await scanAfter(() => rmSync(join(root, 'Tide/cover.jpg')))
}, 120_000)
