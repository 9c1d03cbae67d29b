import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { until } from '../../support/until'
import { type House, openHouse } from '../../support/house'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(() => {
  house.heard.length = 0
})

const heard = () => house.heard.map(({ happening }) => happening)

test('every change of somebody’s settings is told to that person’s other devices', async () => {
  const userId = house.userId('ann')
  const own = '/user/preferences/reader.mode'
  await house.call('PATCH', '/preferences', {
    as: 'ann',
    body: { preferences: { 'reader.fit': 'width' } },
  })
  await house.call('PUT', own, { as: 'ann', body: { value: 'webtoon' } })
  await house.call('DELETE', own, { as: 'ann' })
  await house.call('DELETE', own, { as: 'ann' })
  await until(() => heard().length >= 3)
  const told = { type: 'preferences_updated', userId }
  expect(heard()).toMatchObject([told, told, told])
}, 60_000)

test('so is every change of bookmarks, with the book', async () => {
  const { id: bookId } = await seedBook(house, await seedSeries(house, await seedLibrary(house)))
  const path = `/books/${bookId}/bookmarks`
  const { body } = await house.call('POST', path, { as: 'ann', body: { page: 1 } })
  await house.call('PATCH', `${path}/${body.id}`, { as: 'ann', body: { note: 'here' } })
  await house.call('DELETE', `${path}/${body.id}`, { as: 'ann' })
  await until(() => heard().length >= 3)
  const told = { type: 'bookmarks_updated', userId: house.userId('ann'), bookId }
  expect(heard()).toMatchObject([told, told, told])
}, 60_000)
