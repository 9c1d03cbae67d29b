import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { setLabels } from '../../../src/catalog/labels/series-labels'
import { alternateTitles } from '../../../src/catalog/metadata/schema'
import { searchAll } from '../../../src/catalog/search/service'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let server: TestServer
let one: SeededLibrary
let two: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  one = await seedLibrary(server, { name: 'One' })
  two = await seedLibrary(server, { name: 'Two' })
  const titan = await seedTitle(one, 'Titan', {
    alternate: ['進撃の巨人', 'L’Attaque'],
    genre: 'Titanic',
  })
  await seedBook(server, titan, { title: 'The Fall of Shiganshina', volume: 1 })
  await seedTitle(one, 'Éclair', { writer: 'Titania Blöm', publisher: 'Dargaud' })
  await seedTitle(one, 'Old Titan Tales', {})
  await seedTitle(two, 'Titan Secret', { writer: 'Hidden Hand', genre: 'Hidden', trashed: false })
  await seedTitle(one, 'Titan Trashed', {
    writer: 'Titanus Gone',
    genre: 'Titan gone',
    trashed: true,
  })
})
afterAll(() => server.close())

interface TitleFacts {
  alternate?: string[]
  writer?: string
  publisher?: string
  genre?: string
  trashed?: boolean
}

async function seedTitle(library: SeededLibrary, title: string, facts: TitleFacts) {
  const row = await seedSeries(server, library, {
    title,
    ...(facts.publisher && { publisher: facts.publisher }),
    ...(facts.trashed && { trashedAt: new Date() }),
    metadata: { authors: facts.writer ? [{ name: facts.writer, role: 'writer' }] : null },
  })
  await server.ctx.write(async (tx) => {
    for (const alternate of facts.alternate ?? []) {
      await tx.insert(alternateTitles).values({ seriesId: row.id, label: 'x', title: alternate })
    }
    if (facts.genre) await setLabels(tx, row.id, 'genre', [facts.genre])
    await refreshSearchText(tx, [row.id])
  })
  return row
}

const searchFor = async (q: string, more = '') => {
  const path = `/search?q=${encodeURIComponent(q)}${more}`
  const { status, body } = await server.call('GET', path, { as: 'ann' })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
const listTitles = (rows: { title: string }[]) => rows.map(({ title }) => title)
const listNames = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('GET /search', () => {
  test('finds all kinds at once, with name prefixes first', async () => {
    const found = await searchFor('titan')
    expect(listTitles(found.series)).toEqual(['Titan', 'Titan Secret', 'Old Titan Tales', 'Éclair'])
    expect(listNames(found.people)).toEqual(['Titania Blöm'])
    expect(listNames(found.genres)).toEqual(['Titanic'])
    expect(found.genres[0].seriesCount).toBe(1)
    expect(found.tags).toEqual([])
  })

  test.each([
    ['進撃', 'Titan', 'alternateTitle', '進撃の巨人'],
    ['巨', 'Titan', 'alternateTitle', '進撃の巨人'],
    ['attaque', 'Titan', 'alternateTitle', 'L’Attaque'],
    ['eclair', 'Éclair', 'title', null],
    ['ÉCL', 'Éclair', 'title', null],
    ['blom', 'Éclair', 'person', 'Titania Blöm'],
    ['darg', 'Éclair', 'publisher', 'Dargaud'],
    ['eclair blom', 'Éclair', 'several', null],
  ])('finds %p and explains the match', async (q, title, matched, matchedText) => {
    const { series } = await searchFor(q)
    expect(series[0]).toMatchObject({ title, matched, matchedText })
  })

  test('finds books by title, with their series and library', async () => {
    const { books } = await searchFor('shigan')
    expect(books).toEqual([
      expect.objectContaining({ title: 'The Fall of Shiganshina', seriesName: 'Titan', volume: 1 }),
    ])
  })

  test('filters by library and kind, and limits each kind', async () => {
    expect(listTitles((await searchFor('titan', `&libraryId=${two.id}`)).series)).toEqual([
      'Titan Secret',
    ])
    const few = await searchFor('titan', '&limit=1&kinds=series,genres')
    expect([few.series.length, few.genres.length, few.people.length]).toEqual([1, 1, 0])
    const all = await searchFor('titan')
    for (const kinds of ['', ',', 'books, series,people,genres,tags,collections, readLists'])
      expect(await searchFor('titan', `&kinds=${kinds}`)).toEqual(all)
  })

  test('hides other libraries from a restricted viewer', async () => {
    const viewer = { ...system, libraryIds: [one.id] }
    const found = await searchAll(server.ctx, viewer, { q: 'hidden' })
    const none = {
      series: [],
      books: [],
      people: [],
      genres: [],
      tags: [],
      collections: [],
      readLists: [],
      corrected: null,
    }
    expect(found).toEqual(none)
    const { series } = await searchAll(server.ctx, viewer, { q: 'titan' })
    expect(listTitles(series)).not.toContain('Titan Secret')
    expect(series.length).toBe(3)
  })

  test.each([`'`, '"', '%', '*', '-', '( OR', '🐉', 'a', 'NEAR(', "x' OR 1=1 --", '   ', '\\'])(
    'treats %p as text',
    async (q) => {
      await searchFor(q)
    },
  )

  test.each(['q=', 'q=x&limit=51', 'q=x&kinds=films', `q=${'x'.repeat(201)}`, 'q=x&libraryId=1'])(
    'rejects %s',
    async (query) => {
      expect((await server.call('GET', `/search?${query}`, { as: 'ann' })).status).toBe(400)
    },
  )

  test('requires sign-in', async () => {
    expect((await server.call('GET', '/search?q=x')).status).toBe(401)
  })
})
