/** Files that say nothing of themselves are known by every byte, which is read in the background. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makePdf } from '../../support/make/pdf'
import { addLibrary, booksOf, makeFolder, put, scan, type ScanHouse } from '../scanning/support'
import { openTrashHouse, purged } from './support'
import { until } from '../../support/until'

let house: ScanHouse
beforeAll(async () => {
  house = await openTrashHouse()
})
afterAll(() => house.close())

/** Too large to be read whole by the way. */
const largePdf = () => Buffer.concat([makePdf({}), Buffer.alloc(1_500_000, '% nothing\n')])

test('the reading of a large PDF comes back with the same bytes under another name', async () => {
  const folder = makeFolder()
  put(folder, { 'Papers/read.pdf': largePdf() })
  const id = await addLibrary(house, folder)
  await scan(house, id)
  const [book] = await booksOf(house, id)
  await house.call('PUT', `/books/${book!.id}/progress`, {
    as: 'ann',
    body: { currentPage: 1, completed: true },
  })
  await until(async () => (await booksOf(house, id))[0]!.contentHash !== null)
  await house.call('DELETE', `/books/${book!.id}`, { as: 'max' })
  const body = { name: book!.title }
  const asked = await house.call('POST', `/books/${book!.id}/purge`, { as: 'max', body })
  expect(await purged(house, asked.body.id)).toMatchObject({ booksPurged: 1 })

  put(folder, { 'Papers/read.pdf': null })
  put(folder, { 'Elsewhere/found.pdf': largePdf(), 'Elsewhere/other.pdf': makePdf({}) })
  await scan(house, id)
  const found = (await booksOf(house, id)).find(({ relativePath }) => /found/.test(relativePath))!
  const seen = async () => (await house.call('GET', `/books/${found.id}`, { as: 'ann' })).body.book
  await until(async () => (await seen()).readProgress !== null)
  expect(await seen()).toMatchObject({ readCount: 1, readProgress: { completed: true } })
  const series = await house.call('GET', `/series/${found.seriesId}`, { as: 'ann' })
  expect(series.body).toMatchObject({ unreadCount: 1 })
})
