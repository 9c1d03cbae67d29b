/** A picture in the folder of a series stands for it: whoever looks at the series hears of another one. */
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
  put,
  scan,
  type ScanServer,
  seriesOf,
} from './support'
import { coverUpdated } from '../../../src/artwork/covers/model'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
}, 60_000)
afterAll(async () => {
  await server.close()
  closeDecoder()
})

test('after a picture came, became another and went, and when it can be shown', async () => {
  const [page, first, second] = await makePictures(3, { width: 20, height: 30 })
  const root = makeFolder()
  put(root, { 'Tide/1.cbz': makeZip([{ name: '1.jpg', data: page! }]) })
  const libraryId = await addLibrary(server, root)
  await scan(server, libraryId)
  const seriesId = (await seriesOf(server, libraryId))[0]!.id
  const told = () =>
    server.events.filter((event) => coverUpdated.matches(event) && event.entityId === seriesId)
      .length
  const scanned = async (change: () => void) => {
    const before = told()
    change()
    await scan(server, libraryId)
    await waitUntil(() => told() > before)
  }
  await scanned(() => put(root, { 'Tide/cover.jpg': first! }))
  const picture = () => server.call('GET', `/series/${seriesId}/thumbnail`, { as: 'ann' })
  const before = told()
  // Not made yet: it is made now, and told then.
  expect((await picture()).status).toBeLessThan(400)
  await waitUntil(() => told() > before)

  const changedAt = new Date('2025-01-01T00:00:00Z')
  await scanned(() => put(root, { 'Tide/cover.jpg': second! }, changedAt))
  await scanned(() => rmSync(join(root, 'Tide/cover.jpg')))
}, 120_000)
