/** User data of merged series is kept when the books are purged. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { closeDecoder } from '../../../../src/media/decoding/decoder'
import {
  addLibrary,
  listSeries,
  makeDifferentComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../../scanning/scan-server'
import { startTrashServer, waitUntilPurged } from '../../trash/trash-server'
import { changeGrouping, getBookIds, getSeriesId, getShelf } from './by-hand-server'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer({ 'scan.missing_minimum': '1000' })
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

async function call(as: string, method: string, path: string, body?: object) {
  const response = await server.call(method, path, { as, ...(body && { body }) })
  expect(`${method} ${path} ${response.status}`).toMatch(/ 20\d$/)
  return response.body
}

async function makeLibrary(name: string, titles: readonly string[]) {
  const folder = makeFolder()
  const files: Record<string, Uint8Array> = {}
  for (const title of titles) Object.assign(files, await makeDifferentComics(title, 2))
  // A library without files would be treated as unavailable.
  writeFiles(folder, { ...files, ...(await makeDifferentComics(`Staying ${name}`, 1)) })
  const id = await addLibrary(server, folder, { name })
  await scanLibrary(server, id)
  return { id, folder, files, titles, name }
}
type Library = Awaited<ReturnType<typeof makeLibrary>>

/**
 * Removes all files, empties the trash of the library, and writes the files in a different order.
 */
async function purgeAndReturn({ id, folder, files, titles, name }: Library) {
  writeFiles(folder, Object.fromEntries(titles.map((title) => [title, null])))
  await scanLibrary(server, id)
  const purge = await call('ada', 'POST', `/libraries/${id}/purge`, { name })
  await waitUntilPurged(server, purge.id)
  expect(await listSeries(server, id)).toHaveLength(1)
  writeFiles(folder, files)
  await scanLibrary(server, id)
}

const getRating = async (seriesId: string) =>
  (await server.call('GET', `/series/${seriesId}/rating`, { as: 'ann' })).body?.rating

test('series that were merged and purged get back their own ratings', async () => {
  const library = await makeLibrary('Purged one', ['Saga', 'Bone'])
  const { id } = library
  const [saga, bone] = [
    await getSeriesId(server, id, 'Saga'),
    await getSeriesId(server, id, 'Bone'),
  ]
  await call('ann', 'PUT', `/series/${saga}/rating`, { rating: 91 })
  await call('ann', 'PUT', `/series/${bone}/rating`, { rating: 13 })
  await changeGrouping(server, { seriesIds: [saga], targetSeriesId: bone })
  await purgeAndReturn(library)
  expect(Object.keys(await getShelf(server, id)).toSorted()).toEqual([
    'Bone',
    'Saga',
    'Staying Purged one',
  ])
  expect(await getRating(await getSeriesId(server, id, 'Bone'))).toBe(13)
  expect(await getRating(await getSeriesId(server, id, 'Saga'))).toBe(91)
})

test('M11: a series that a person made returns with its rating', async () => {
  const library = await makeLibrary('Purged two', ['Akira'])
  const { id } = library
  const bookIds = await getBookIds(server, id, ['Akira v2'])
  const made = await changeGrouping(server, { bookIds, newTitle: 'Special' })
  await call('ann', 'PUT', `/series/${made.targetId}/rating`, { rating: 77 })
  await purgeAndReturn(library)
  expect(await getRating(await getSeriesId(server, id, 'Special'))).toBe(77)
  expect(await getRating(await getSeriesId(server, id, 'Akira'))).toBeUndefined()
})
