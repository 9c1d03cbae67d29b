/** Tests each provider against a server that responds to and rejects requests like the real one. */
import { afterAll, describe, expect, test } from 'bun:test'
import type { SendRequest } from '../../../src/ingest/providers/model'
import type { BuiltInProvider } from '../../../src/ingest/providers/provider'
import { findBuiltInByName, providers } from '../../../src/ingest/providers/providers'
import { ProviderError } from '../../../src/platform/outgoing/provider-error'
import { Dice, randomSeed } from '../../support/dice'
import { createSend, damage, recordResponses, requireProviderError } from './provider-client'
import { startProviderServers } from './servers/all'

const servers = startProviderServers()
afterAll(() => servers.stop())

type Name = BuiltInProvider['name']

const cases: Record<Name, { title: string; id: string; candidate: object; work: object }> = {
  anilist: {
    title: 'Vinland Saga',
    id: '30642',
    candidate: { year: 2005, format: 'manga', status: 'ended', authors: ['Makoto Yukimura'] },
    work: {
      summary: 'A young warrior grows up between two wars.',
      totalVolumeCount: 29,
      readingDirection: 'rtl',
      crossReferences: [{ provider: 'myanimelist', externalId: '642' }],
    },
  },
  mangaupdates: {
    title: 'Vinland Saga',
    id: '51239621230',
    candidate: { year: 2005, format: 'manga' },
    work: {
      summary: 'A young warrior "grows up" between two wars.',
      status: 'ended',
      totalVolumeCount: 29,
      publisher: 'Kodansha',
      rating: { score: 88.5, voteCount: 4000 },
      tags: ['Vikings'],
      authors: [
        { name: 'YUKIMURA Makoto', role: 'writer' },
        { name: 'YUKIMURA Makoto', role: 'penciller' },
      ],
    },
  },
  openlibrary: {
    title: 'Dune',
    id: 'OL893415W',
    candidate: { year: 1965, format: 'novel', authors: ['Frank Herbert'] },
    work: {
      summary: 'A family takes over a desert planet.',
      year: 1965,
      authors: [{ name: 'Frank Herbert', role: 'writer' }],
      tags: ['Science fiction', 'Deserts'],
    },
  },
  mangadex: {
    title: 'Vinland Saga',
    id: '5d1fc77e-706a-4fc5-bea8-486c9be0145d',
    candidate: { year: 2005, format: 'manga', status: 'ended', totalVolumeCount: 29 },
    work: {
      ageRating: 13,
      totalChapterCount: 220.5,
      genres: ['Action'],
      tags: ['Vikings'],
      crossReferences: [
        { provider: 'anilist', externalId: '30642' },
        { provider: 'myanimelist', externalId: '642' },
      ],
      alternateTitles: [
        { language: 'ja', title: 'ヴィンランド・サガ' },
        { language: 'ja-Latn', title: 'Vinrando Saga' },
      ],
      coverUrl:
        'https://uploads.mangadex.org/covers/5d1fc77e-706a-4fc5-bea8-486c9be0145d/a1b2.jpg.512.jpg',
    },
  },
  kitsu: {
    title: 'Vinland Saga',
    id: '8051',
    candidate: { year: 2005, format: 'manga', status: 'ended', totalVolumeCount: 29 },
    work: { ageRating: 17, rating: { score: 85.47, voteCount: 12_000 }, readingDirection: 'rtl' },
  },
  comicvine: {
    title: 'Saga',
    id: '46568',
    candidate: { year: 2012, format: 'comic', publisher: 'Image', totalChapterCount: 54 },
    work: {
      summary: 'Two soldiers from both sides of a war have a child.',
      readingDirection: 'ltr',
    },
  },
  mangabaka: {
    title: 'Vinland Saga',
    id: '1677',
    candidate: { year: 2005, format: 'manga', status: 'ended', authors: ['Makoto Yukimura'] },
    work: {
      totalVolumeCount: 29,
      totalChapterCount: 220,
      ageRating: 13,
      publisher: 'Kodansha',
      rating: { score: 90.1 },
      crossReferences: [
        { provider: 'anilist', externalId: '30642' },
        { provider: 'myanimelist', externalId: '642' },
        { provider: 'mangaupdates', externalId: '51239621230' },
      ],
      alternateTitles: [
        { language: '', title: 'ヴィンランド・サガ' },
        { language: 'th', title: 'สงครามคนทมิฬ' },
      ],
    },
  },
  myanimelist: {
    title: 'Vinland Saga',
    id: '642',
    candidate: { year: 2005, format: 'manga', status: 'ended', country: 'JP' },
    work: {
      totalVolumeCount: 29,
      rating: { score: 90.9, voteCount: 150_000 },
      authors: [
        { name: 'Makoto Yukimura', role: 'writer' },
        { name: 'Makoto Yukimura', role: 'penciller' },
      ],
      genres: ['Action'],
    },
  },
  bangumi: {
    title: 'Vinland Saga',
    id: '1881',
    candidate: { year: 2005, format: 'manga', publisher: '講談社', authors: ['幸村誠'] },
    work: {
      alternateTitles: [
        { language: 'zh', title: '冰海战记' },
        { language: '', title: 'ヴィンランド・サガ' },
        { language: '', title: 'Vinland' },
      ],
      rating: { score: 85, voteCount: 3000 },
    },
  },
  metron: {
    title: 'Saga',
    id: '1518',
    candidate: { year: 2012, format: 'comic', totalChapterCount: 66 },
    work: {
      summary: 'Two soldiers from both sides of a war have a child.',
      status: 'ongoing',
      publisher: 'Image Comics',
      genres: ['Science Fiction'],
      crossReferences: [{ provider: 'comicvine', externalId: '46568' }],
    },
  },
  hardcover: {
    title: 'Dune',
    id: '312460',
    candidate: { year: 1965, format: 'novel' },
    work: {
      summary: 'A family takes over a desert planet.',
      rating: { score: 85.4, voteCount: 9000 },
      authors: [{ name: 'Frank Herbert', role: 'writer' }],
    },
  },
  googlebooks: {
    title: 'Dune',
    id: 'B1hSG45JCX4C',
    candidate: { year: 2005, format: 'novel', authors: ['Frank Herbert'] },
    work: {
      summary: 'A family takes over a desert planet.',
      language: 'en',
      rating: { score: 90, voteCount: 900 },
    },
  },
}

describe.each(Object.keys(cases) as Name[])('%s', (name) => {
  const provider = findBuiltInByName(name)!
  const send = createSend(servers, provider)
  const { title, id, candidate, work } = cases[name]

  test('finds a work by its title', async () => {
    const [found] = await provider.search(send, { title, limit: 10 })
    expect(found!.candidate).toMatchObject({ externalId: id, title, ...candidate })
    expect(await provider.search(send, { title: 'Nothing like it', limit: 10 })).toEqual([])
  })

  test('gets a work by its id', async () => {
    const found = await provider.get(send, id)
    expect(found.candidate).toMatchObject({ externalId: id, title })
    expect(found.work).toMatchObject({ title, ...work })
  })

  test.each(['999', 'OL999W', 'x', '../etc', ''])('knows no work "%s"', async (unknown) => {
    const error = await provider.get(send, unknown).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ProviderError)
    expect((error as ProviderError).code).toBe('not_found')
  })

  test('survives responses of any form', async () => {
    const valid = await recordResponses(send, async (record) => {
      await provider.search(record, { title, limit: 10 })
      await provider.get(record, id)
    })
    const dice = new Dice(randomSeed)
    for (let round = 0; round < 300; round++) {
      const mutate: SendRequest = async (request) => {
        const recorded = valid.get(JSON.stringify(request)) ?? [...valid.values()][0]
        return damage(recorded, dice)
      }
      const results = await Promise.all([
        provider.search(mutate, { title, limit: 10 }).catch(requireProviderError),
        provider.get(mutate, id).catch(requireProviderError),
      ])
      expect(JSON.stringify(results).length).toBeLessThan(200_000)
    }
  })
})

test('titles without notes, and ids in links', async () => {
  const send = createSend(servers, findBuiltInByName('mangaupdates')!)
  const query = { title: 'spice', limit: 10, format: 'prose' } as const
  const [novel] = await findBuiltInByName('mangaupdates')!.search(send, query)
  expect(novel!.candidate).toMatchObject({ title: 'Spice & Wolf', format: 'novel' })
  const links: [url: string, provider: string, id: string | undefined][] = [
    ['https://anilist.co/manga/30013/One-Piece/', 'anilist', '30013'],
    ['https://anilist.co/anime/21/', 'anilist', undefined],
    ['https://www.mangaupdates.com/series/njeqwry/vinland-saga', 'mangaupdates', '51239621230'],
    ['https://www.mangaupdates.com/series.html?id=88', 'mangaupdates', undefined],
    ['https://openlibrary.org/works/OL893415W/Dune', 'openlibrary', 'OL893415W'],
    ['https://openlibrary.org/books/OL1M', 'openlibrary', undefined],
    [
      'https://mangadex.org/title/5D1FC77E-706A-4FC5-BEA8-486C9BE0145D/x',
      'mangadex',
      cases.mangadex.id,
    ],
    ['https://kitsu.io/manga/8051', 'kitsu', '8051'],
    ['https://kitsu.io/manga/vinland-saga', 'kitsu', undefined],
    ['https://comicvine.gamespot.com/saga/4050-46568/', 'comicvine', '46568'],
    ['https://comicvine.gamespot.com/saga-1/4000-338394/', 'comicvine', undefined],
    ['https://mangabaka.org/1677', 'mangabaka', '1677'],
    ['https://mangabaka.dev/series/1677?tab=works', 'mangabaka', '1677'],
    ['https://myanimelist.net/manga/642/Vinland_Saga', 'myanimelist', '642'],
    ['https://myanimelist.net/anime/642', 'myanimelist', undefined],
    ['https://bangumi.tv/subject/1881', 'bangumi', '1881'],
    ['https://metron.cloud/series/1518/', 'metron', '1518'],
    ['https://metron.cloud/series/saga-2012/', 'metron', undefined],
    ['https://hardcover.app/books/dune', 'hardcover', 'dune'],
    ['https://hardcover.app/authors/dune', 'hardcover', undefined],
    ['https://books.google.com/books?id=B1hSG45JCX4C&pg=1', 'googlebooks', 'B1hSG45JCX4C'],
    ['https://www.google.com/books/edition/Dune/B1hSG45JCX4C?hl=en', 'googlebooks', 'B1hSG45JCX4C'],
    ['https://www.google.com/search?id=B1hSG45JCX4C', 'googlebooks', undefined],
    ['javascript:alert(1)', 'openlibrary', undefined],
  ]
  for (const [url, name, id] of links) {
    expect([url, findBuiltInByName(name)!.parseLink(url)]).toEqual([url, id])
  }
})

test('Open Library follows merged works', async () => {
  const provider = findBuiltInByName('openlibrary')!
  const { candidate } = await provider.get(createSend(servers, provider), 'OL1W')
  expect(candidate.externalId).toBe('OL893415W')
})

test('MangaBaka follows merged works, and knows none that are deleted or lead in circles', async () => {
  const provider = findBuiltInByName('mangabaka')!
  const send = createSend(servers, provider)
  expect((await provider.get(send, '12')).candidate.externalId).toBe('1677')
  for (const gone of ['13', '14']) {
    expect(await provider.get(send, gone).catch(requireProviderError)).toBe('not_found')
  }
})

test('totals of unfinished works stay unknown, and adult works are marked', async () => {
  const mal = findBuiltInByName('myanimelist')!
  const { work } = await mal.get(createSend(servers, mal), '7')
  expect(work).toMatchObject({ status: 'ongoing', ageRating: 18, readingDirection: 'webtoon' })
  expect(work.totalChapterCount).toBeUndefined()
  const metron = findBuiltInByName('metron')!
  const send = createSend(servers, metron)
  expect((await metron.get(send, '1518')).work.totalChapterCount).toBeUndefined()
  expect((await metron.get(send, '2')).work).toMatchObject({
    status: 'ended',
    totalChapterCount: 12,
    imprint: 'Vertigo',
  })
})

test('names are unique, and every provider has a limit', () => {
  expect(new Set(providers.map(({ name }) => name)).size).toBe(providers.length)
  for (const { limits } of providers) expect(limits.default.everyMs).toBeGreaterThan(0)
})
