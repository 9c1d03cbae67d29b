import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { searchAll } from '../../../src/catalog/search/service'
import { system, type Viewer } from '../../../src/accounts/permissions/model'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { findTypingDistance } from '../../../src/catalog/search/typing-distance'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let server: TestServer
let viewer: Viewer
beforeAll(async () => {
  server = await startTestServer()
  const shown = await seedLibrary(server, { name: 'Shown' })
  const hidden = await seedLibrary(server, { name: 'Hidden' })
  await addSeries(shown, ['Golden Samurai', 'The Lighthouse Keeper', 'Goldfish', 'Тихий Дон'])
  await addSeries(hidden, ['Cathedrals', 'Peaches'])
  await addSeries(shown, ['Catedrale Story', 'Beaches at Night'])
  viewer = { ...system, libraryIds: [shown.id] }
})
afterAll(() => server.close())

async function addSeries(library: SeededLibrary, titles: string[]) {
  for (const title of titles) {
    const { id } = await seedSeries(server, library, { title })
    await server.ctx.write((tx) => refreshSearchText(tx, [id]))
  }
}

async function searchFor(q: string, as = viewer) {
  const { series, corrected } = await searchAll(server.ctx, as, { q })
  return { titles: series.map(({ title }) => title), corrected }
}

test('whether a hidden word exists cannot be told from the correction', async () => {
  const expected = { titles: ['Beaches at Night'], corrected: 'beaches' }
  for (const q of ['peaches', 'leaches']) expect(await searchFor(q)).toEqual(expected)
})

test('S1: words of hidden series take no place of a suggestion', async () => {
  const shown = await seedLibrary(server, { name: 'Shown later' })
  const hidden = await seedLibrary(server, { name: 'Hidden later' })
  await addSeries(hidden, ['Cebra', 'Debra', 'Febra', 'Gebra'])
  await addSeries(shown, ['Zebra Field'])
  const found = await searchFor('xebra', { ...system, libraryIds: [shown.id] })
  expect(found).toEqual({ titles: ['Zebra Field'], corrected: 'zebra' })
})

describe('I15: a search without results corrects typing errors', () => {
  test.each([
    ['godlen', 'Golden Samurai', 'golden'],
    ['amurai', 'Golden Samurai', 'samurai'],
    ['golden samruai', 'Golden Samurai', 'golden samurai'],
    ['lighthuose kepper', 'The Lighthouse Keeper', 'lighthouse keeper'],
    ['lihgthou', 'The Lighthouse Keeper', 'lighthouse'],
    ['тхиий', 'Тихий Дон', 'тихии'],
  ])('%s finds %s', async (q, title, corrected) => {
    expect(await searchFor(q)).toEqual({ titles: [title], corrected })
  })

  test('a search with results is not corrected', async () => {
    expect(await searchFor('gold')).toEqual({
      titles: ['Golden Samurai', 'Goldfish'],
      corrected: null,
    })
  })

  test('short words, numbers and words without a similar one find nothing', async () => {
    for (const q of ['glo', '20333', 'zeppelin']) {
      expect(await searchFor(q)).toEqual({ titles: [], corrected: null })
    }
  })

  test('a word of a hidden library does not replace a visible one', async () => {
    expect(await searchFor('catedrals')).toEqual({
      titles: ['Catedrale Story'],
      corrected: 'catedrale',
    })
  })
})

test.each([
  ['godlen', 'golden', 1],
  ['amurai', 'samurai', 1],
  ['samura', 'samurai', 0],
  ['samurrai', 'samurai', 1],
  ['samorai', 'samurai', 1],
  ['lihgtohuse', 'lighthouse', 2],
  ['zeppelin', 'samurai', 3],
])('I15: the typing distance of %s and %s is %d', (typed, word, distance) => {
  expect(findTypingDistance(typed, word, 2)).toBe(distance)
})
