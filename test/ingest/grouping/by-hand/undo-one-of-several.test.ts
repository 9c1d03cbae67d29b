/**
 * Several series were merged into one target. Undoing one merge keeps the user data of the others.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { closeDecoder } from '../../../../src/media/decoding/decoder'
import {
  addLibrary,
  makeDifferentComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../../scanning/scan-server'
import { startGroupingServer } from '../grouping-server'
import { changeGrouping, getSeriesId, undoGrouping } from './by-hand-server'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer()
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

async function makeWorld() {
  const folder = makeFolder()
  for (const title of ['Saga', 'Akira', 'Bone', 'Die Saga', 'Die Akira'])
    writeFiles(folder, await makeDifferentComics(title, 1))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const ids = (title: string) => getSeriesId(server, id, title)
  const [saga, akira, bone] = [await ids('Saga'), await ids('Akira'), await ids('Bone')]
  for (const [one, other] of [
    [saga, await ids('Die Saga')],
    [akira, await ids('Die Akira')],
  ])
    await call('ada', 'POST', `/series/${one}/editions`, { seriesId: other, kind: 'language' })
  return { id, saga, akira, bone }
}

const list = async (path: string) =>
  (await call('ann', 'GET', path)).data.map((one: object) => JSON.stringify(one)) as string[]
const getRating = async (seriesId: string) =>
  (await server.call('GET', `/series/${seriesId}/rating`, { as: 'ann' })).body?.rating
const listEditions = async (id: string) =>
  ((await call('ann', 'GET', `/series/${id}/editions`)) as { title: string }[]).map(
    ({ title }) => title,
  )

async function useSeries(seriesIds: readonly string[]) {
  const made = await call('ann', 'POST', '/collections', { name: `Mine ${Bun.randomUUIDv7()}` })
  const collection = `/collections/${made.id}/series`
  await call('ann', 'POST', collection, { seriesIds })
  for (const seriesId of seriesIds) await call('ann', 'POST', '/want-to-read', { seriesId })
  return collection
}

test('lists, ratings and editions of the series that stays merged stay with the target', async () => {
  const { saga, akira, bone } = await makeWorld()
  const collection = await useSeries([saga, akira])
  await call('ann', 'PUT', `/series/${saga}/rating`, { rating: 70 })
  await call('ann', 'PUT', `/series/${akira}/rating`, { rating: 30 })
  const first = await changeGrouping(server, { seriesIds: [saga], targetSeriesId: bone })
  const second = await changeGrouping(server, { seriesIds: [akira], targetSeriesId: bone })
  expect(await getRating(bone)).toBe(70)
  await undoGrouping(server, first.id)
  const [listed, wanted] = [await list(collection), await list('/want-to-read?pageSize=100')]
  for (const items of [listed, wanted]) {
    expect(items.filter((item) => item.includes(bone))).toHaveLength(1)
    expect(items.filter((item) => item.includes(saga))).toHaveLength(1)
  }
  expect([await getRating(saga), await getRating(bone)]).toEqual([70, 30])
  expect(await listEditions(bone)).toEqual(['Die Akira'])
  await undoGrouping(server, second.id)
  for (const path of [collection, '/want-to-read?pageSize=100']) {
    const items = await list(path)
    expect(items.filter((item) => item.includes(bone))).toEqual([])
    expect(items.filter((item) => item.includes(akira))).toHaveLength(1)
  }
  expect([await getRating(akira), await getRating(bone)]).toEqual([30, undefined])
  expect(await listEditions(bone)).toEqual([])
})

test('what a reader took off a list meanwhile stays off', async () => {
  const { saga, akira, bone } = await makeWorld()
  const collection = await useSeries([saga, akira])
  const first = await changeGrouping(server, { seriesIds: [saga], targetSeriesId: bone })
  await changeGrouping(server, { seriesIds: [akira], targetSeriesId: bone })
  await call('ann', 'DELETE', `${collection}/${bone}`)
  await undoGrouping(server, first.id)
  const items = await list(collection)
  expect(items.filter((item) => item.includes(bone))).toEqual([])
  expect(items.filter((item) => item.includes(saga))).toHaveLength(1)
})
