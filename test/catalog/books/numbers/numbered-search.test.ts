/** J2: a search for a series and a number finds that book first, everywhere. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { system } from '../../../../src/accounts/permissions/model'
import { searchAll } from '../../../../src/catalog/search/service'
import { listNumberedSearches } from '../../../../src/catalog/books/numbers/parse-numbered-search'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../../support/seed'
import { startTestServer, type TestServer } from '../../../support/server'

const searches: [string, string | undefined, number?, string?][] = [
  ['nova patrol 12', 'nova patrol', 12],
  ['nova patrol #12', 'nova patrol', 12, 'issue chapter volume'],
  ['Nova Patrol # 12', 'nova patrol', 12, 'issue chapter volume'],
  ['tidewater ronin vol 3', 'tidewater ronin', 3, 'volume collected'],
  ['tidewater ronin vol. 3', 'tidewater ronin', 3, 'volume collected'],
  ['tidewater ronin v03', 'tidewater ronin', 3, 'volume collected'],
  ['tidewater ronin v2.5', 'tidewater ronin', 2.5, 'volume collected'],
  ['ronin 03', 'ronin', 3],
  ['ronin - 03', 'ronin', 3],
  ['endless tournament 120', 'endless tournament', 120],
  ['endless tournament ch 120', 'endless tournament', 120, 'chapter issue'],
  ['endless tournament ch.120', 'endless tournament', 120, 'chapter issue'],
  ['endless tournament c120', 'endless tournament', 120, 'chapter issue'],
  ['Endless Tournament Chapter 120', 'endless tournament', 120, 'chapter issue'],
  ['endless tournament episode 7', 'endless tournament', 7, 'chapter issue'],
  ['Gezeiten Band 3', 'gezeiten', 3, 'volume collected'],
  ['Gezeiten Kapitel 12', 'gezeiten', 12, 'chapter issue'],
  ['asterix tome 3', 'asterix', 3, 'volume collected'],
  ['nova patrol issue 5', 'nova patrol', 5, 'issue chapter volume'],
  ['nova patrol issue #5', 'nova patrol', 5, 'issue chapter volume'],
  ['nova patrol no. 5', 'nova patrol', 5, 'issue chapter volume'],
  ['nova patrol annual 2', 'nova patrol', 2, 'annual'],
  ['nova patrol special 1', 'nova patrol', 1, 'special'],
  ['進撃の巨人 3', '進撃の巨人', 3],
  ['進撃の巨人 第3巻', '進撃の巨人', 3, 'volume collected'],
  ['進撃の巨人3巻', '進撃の巨人', 3, 'volume collected'],
  ['진격 12화', '진격', 12, 'chapter issue'],
  ['area 51 3', 'area 51', 3],
  ['nova patrol 12,5', 'nova patrol', 12.5],
  ['nova patrol', undefined],
  ['12', undefined],
  ['#12', undefined],
  ['vol 3', 'vol', 3],
  ['berserk bk 12', 'berserk', 12, 'volume collected'],
  ['berserk part 2', 'berserk', 2, 'volume collected'],
  ['berserk tpb 2', 'berserk', 2, 'collected volume'],
  ['berserk omnibus 2', 'berserk', 2, 'collected volume'],
  ['berserk#4', 'berserk', 4, 'issue chapter volume'],
  ['#4 berserk', 'berserk', 4, 'issue chapter volume'],
  ['vol. 3 berserk', 'berserk', 3, 'volume collected'],
  ['chapter 12 berserk', 'berserk', 12, 'chapter issue'],
  ['12 berserk', undefined],
  ['berserk n°4', 'berserk', 4, 'issue chapter volume'],
  ['berserk № 4', 'berserk', 4, 'issue chapter volume'],
  ['die schlümpfe bd. 7', 'die schlumpfe', 7, 'volume collected'],
  ['Die Schlümpfe Teil 7', 'die schlumpfe', 7, 'volume collected'],
  ['die schlümpfe 7. band', 'die schlumpfe', 7, 'volume collected'],
  ['die schlümpfe folge 7', 'die schlumpfe', 7, 'issue chapter volume'],
  ['"nova patrol" 12', 'nova patrol', 12],
  ['“nova patrol 12”', 'nova patrol', 12],
  ["'nova patrol' #12", 'nova patrol', 12, 'issue chapter volume'],
  ['nova patrol ½', 'nova patrol', 0.5],
  ['nova patrol 12½', 'nova patrol', 12.5],
  ['nova patrol 1/2', 'nova patrol', 0.5],
  ['nova patrol 12a', 'nova patrol', 12.1],
  ['nova patrol #1.MU', 'nova patrol', 1, 'issue chapter volume'],
  ['nova patrol #-1', 'nova patrol', -1, 'issue chapter volume'],
  ['nova patrol 2 of 6', 'nova patrol', 2],
  ['nova patrol vol iii', 'nova patrol', 3, 'volume collected'],
  ['nova patrol book three', 'nova patrol', 3, 'volume collected'],
  ['nova patrol s02e05', 'nova patrol', 5, 'chapter issue'],
  ['nova_patrol_012.cbz', 'nova patrol', 12],
  ['nova patrol #12 (2019)', 'nova patrol', 12, 'issue chapter volume'],
  ['нова 3 том', 'нова', 3, 'volume collected'],
  ['нова том 3', 'нова', 3, 'volume collected'],
  ['том 3 нова', 'нова', 3, 'volume collected'],
  ['nova bölüm 12', 'nova', 12, 'chapter issue'],
  ['nova capítulo 12', 'nova', 12, 'chapter issue'],
  ['nova tập 3', 'nova', 3, 'volume collected'],
  ['nova hors-série 2', 'nova', 2, 'special'],
  ['ナルト(12)', 'なると', 12],
  ['ナルト １２', 'なると', 12],
  ['海贼王 卷98', '海贼王', 98, 'volume collected'],
  ['海贼王 第98卷', '海贼王', 98, 'volume collected'],
  ['nova patrol １½', 'nova patrol', 1.5],
  ['nova patrol 12 1/2', 'nova patrol', 12.5],
  ['nova patrol 1,000', 'nova patrol', 1000],
  ['nova patrol 1,5', 'nova patrol', 1.5],
  ['nova patrol ١٢', 'nova patrol', 12],
  ['नोवा ०१२', 'नोवा', 12],
  ['nova patrol Ⅲ', 'nova patrol', 3],
  ['nova patrol vol.ⅻ', 'nova patrol', 12, 'volume collected'],
  ['rocky iv', undefined],
  ['ナルト 第十二巻', 'なると', 12, 'volume collected'],
  ['海贼王 第三十四话', '海贼王', 34, 'chapter issue'],
  ['海贼王 十二卷', '海贼王', 12, 'volume collected'],
  ['21世紀少年 下巻', '21世紀少年', 3, 'volume collected'],
  ['十二国記', undefined],
  ['七つの大罪 3', '七つの大罪', 3],
  ['nova patrol 123456', undefined],
  ['', undefined],
]

const rows = searches.map(([search, words, number, kinds]) => ({ search, words, number, kinds }))

test.each(rows)('J2: $search', ({ search, words, number, kinds }) => {
  const found = listNumberedSearches(search)[0]
  expect(found && [found.words, found.number]).toEqual(
    words === undefined ? undefined : [words, number!],
  )
  expect(found?.kinds?.join(' ')).toBe(kinds)
})

const readings: [string, Partial<ReturnType<typeof listNumberedSearches>[number]>][] = [
  ['nova patrol 1-5', { words: 'nova patrol', number: 1, numberTo: 5 }],
  ['nova patrol １２〜１３', { words: 'nova patrol', number: 12, numberTo: 13 }],
  ['nova patrol ２０１９ ＃５', { words: 'nova patrol', number: 5, year: 2019 }],
  ['nova patrol (2019) 5', { words: 'nova patrol', number: 5, year: 2019 }],
  ['nova patrol 2019 #5', { words: 'nova patrol', number: 5, year: 2019 }],
  ['nova patrol 012 (2019)', { words: 'nova patrol', number: 12, year: 2019 }],
  ['nova patrol 12 2019', { words: 'nova patrol', number: 12, year: 2019 }],
  ['nova patrol v03 c021', { words: 'nova patrol', number: 21, volume: 3 }],
  ['nova patrol vol 3 ch 21', { words: 'nova patrol', number: 21, volume: 3 }],
  ['nova patrol season 2 episode 12', { words: 'nova patrol', number: 12, volume: 2 }],
  ['nova patrol s02e05', { words: 'nova patrol', number: 5, volume: 2 }],
  ['golden part 5', { words: 'golden part', number: 5 }],
]

test.each(readings)('J2: one meaning of %s is found', (search, expected) => {
  expect(listNumberedSearches(search)).toContainEqual(expect.objectContaining(expected))
})

describe('J2: books by number', () => {
  let server: TestServer
  let library: SeededLibrary
  beforeAll(async () => {
    server = await startTestServer()
    library = await seedLibrary(server, { name: 'Comics' })
    const nova = await seedSeries(server, library, { title: 'Nova Patrol' })
    const issue = { numberKind: 'issue', numberTo: null } as const
    for (const chapter of [1, 2, 12, 120]) {
      const title = `Nova Patrol ${String(chapter).padStart(3, '0')}`
      await seedBook(server, nova, { ...issue, chapter, numberFrom: chapter, title })
    }
    const double = { ...issue, numberFrom: 21, numberTo: 22, chapter: 21, chapterEnd: 22 }
    await seedBook(server, nova, { ...double, title: 'Double issue' })
    const annual = { numberKind: 'annual', numberFrom: 12 } as const
    await seedBook(server, nova, { ...annual, title: 'Yearly' })
    const spin = await seedSeries(server, library, { title: 'Nova Patrol Origins', year: 2019 })
    await seedBook(server, spin, { ...issue, chapter: 12, numberFrom: 12, title: 'Origins twelve' })
    const ronin = await seedSeries(server, library, { title: 'Tidewater Ronin' })
    for (const volume of [1, 2, 3])
      await seedBook(server, ronin, { volume, title: `Tide ${volume}` })
    await seedBook(server, ronin, { chapter: 30, volume: 3, title: 'The pier' })
    await seedBook(server, ronin, { chapter: 3, title: 'The boat' })
    const special = { numberKind: 'special', numberFrom: 1 } as const
    await seedBook(server, ronin, { ...special, title: 'Ebb' })
  })
  afterAll(() => server.close())

  const search = async (q: string) => {
    const { body } = await server.call('GET', `/search?q=${encodeURIComponent(q)}`, { as: 'ann' })
    return body as { books: { title: string; matched: string }[]; series: { title: string }[] }
  }
  const listNumbered = async (q: string) =>
    (await search(q)).books.flatMap(({ title, matched }) => (matched === 'number' ? [title] : []))

  test.each([
    ['nova patrol 12', ['Nova Patrol 012', 'Yearly', 'Origins twelve']],
    ['nova patrol #12', ['Nova Patrol 012', 'Origins twelve']],
    ['nova patrol 012', ['Nova Patrol 012', 'Yearly', 'Origins twelve']],
    ['patrol 2', ['Nova Patrol 002']],
    ['nova patrol 22', ['Double issue']],
    ['nova patrol annual 12', ['Yearly']],
    ['tidewater ronin vol 3', ['Tide 3', 'The pier']],
    ['ronin 03', ['Tide 3', 'The boat']],
    ['ronin ch 3', ['The boat']],
    ['tidewater ronin 77', []],
    ['#12 nova patrol', ['Nova Patrol 012', 'Origins twelve']],
    ['"nova patrol" 12', ['Nova Patrol 012', 'Yearly', 'Origins twelve']],
    ['nova patrol 1-2', ['Nova Patrol 001', 'Nova Patrol 002']],
    ['nova patrol (2019) 12', ['Origins twelve', 'Nova Patrol 012', 'Yearly']],
    ['nova patrol #2 (2020)', ['Nova Patrol 002']],
    ['ronin vol 3 ch 30', ['The pier']],
    ['ronin season 3 30', ['The pier']],
    ['ronin book three', ['Tide 3', 'The pier']],
    ['nova-patrol_002.cbz', ['Nova Patrol 002']],
    ['ｎｏｖａ　ｐａｔｒｏｌ　＃１２', ['Nova Patrol 012', 'Origins twelve']],
    ['nova patrol １〜２', ['Nova Patrol 001', 'Nova Patrol 002']],
    ['ronin 第三巻', ['Tide 3', 'The pier']],
    ['ronin vol Ⅲ', ['Tide 3', 'The pier']],
  ])('%p finds %p', async (q, titles) => {
    expect(await listNumbered(q)).toEqual(titles)
  })

  test('the series is found by its words, and other matches follow', async () => {
    const { series, books } = await search('nova patrol 12')
    expect(series.map(({ title }) => title)).toEqual(['Nova Patrol', 'Nova Patrol Origins'])
    expect(books.map(({ title, matched }) => `${title} ${matched}`)).toContain(
      'Nova Patrol 120 text',
    )
  })

  const titlesOf = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title)

  test('lists put the book first, unless another order is asked for', async () => {
    const { body } = await server.call('GET', '/books?search=nova%20patrol%2012', { as: 'ann' })
    expect(titlesOf(body).slice(0, 3)).toEqual(['Nova Patrol 012', 'Yearly', 'Origins twelve'])
    expect(body.total).toBe(4)
    const sorted = await server.call('GET', '/books?search=ronin%203&sort=title,asc', { as: 'ann' })
    expect(titlesOf(sorted.body)).toEqual(['The boat', 'Tide 3'])
    const posted = await server.call('POST', '/books/list', {
      as: 'ann',
      body: { fullTextSearch: 'ronin vol 3' },
    })
    expect(titlesOf(posted.body)).toEqual(['Tide 3', 'The pier'])
  })

  test.each([
    ['tidewater pier', ['The pier']],
    ['pier tidewater', ['The pier']],
    ['Tidewater Ronin: The Boat', ['The boat']],
    ['tidewater ronin the pi', ['The pier']],
    ['ronin special', ['Ebb']],
    ['ronin specials', ['Ebb']],
    ['nova patrol annual', ['Yearly']],
    ['nova patrol the', []],
    ['the pier', ['The pier']],
    ['nova pier', []],
    ['patrol special', []],
    ['hors série', []],
    ['– hors-série –', []],
    ['special special', []],
    ['one two three four five six seven', []],
  ])('J2: %p finds books by series and title: %p', async (q, titles) => {
    expect((await search(q)).books.map(({ title }) => title)).toEqual(titles)
    const query = encodeURIComponent(q)
    const { body } = await server.call('GET', `/books?search=${query}`, { as: 'ann' })
    expect(titlesOf(body)).toEqual(titles)
  })

  test('reading apps find the book, too', async () => {
    const feed = await server.fetch('/opds/search?q=ronin%20vol%203', { as: 'ann' })
    const text = await feed.text()
    expect(text).toContain('Tide 3')
    expect(text).not.toContain('Tide 2')
    for (const q of ['nova patrol #12', 'nova patrol ＃１２', 'nova patrol 第十二話']) {
      const path = `/komga/api/v1/books?search=${encodeURIComponent(q)}`
      const found = await server.fetch(path, { as: 'ann' })
      const { content } = (await found.json()) as { content: { metadata: { title: string } }[] }
      expect(content[0]?.metadata.title).toBe('Nova Patrol 012')
      const list = await server.fetch(`/opds/v2/search?query=${encodeURIComponent(q)}`, {
        as: 'ann',
      })
      const { publications } = (await list.json()) as {
        publications?: { metadata: { title: string } }[]
      }
      const titles = publications?.map(({ metadata }) => metadata.title)
      expect([q, titles?.[0]]).toEqual([q, 'Nova Patrol – #12'])
    }
  })

  test('the series is found although a year or volume precedes the number', async () => {
    for (const q of ['nova patrol (2019) 77', 'nova patrol vol 2 ch 77', '#77 nova patrol']) {
      const { series } = await search(q)
      expect([q, series[0]?.title]).toEqual([q, 'Nova Patrol'])
    }
  })

  test('a book that the user cannot see is not found', async () => {
    const other = await seedLibrary(server, { name: 'Private', path: '/private' })
    const hidden = await seedSeries(server, other, { title: 'Nova Patrol Zero' })
    await seedBook(server, hidden, { chapter: 12, title: 'Hidden twelve' })
    const viewer = { ...system, libraryIds: [library.id] }
    const found = await searchAll(server.ctx, viewer, { q: 'nova patrol 12' })
    expect(JSON.stringify(found)).not.toContain('Hidden twelve')
    expect(await listNumbered('nova patrol 12')).toContain('Hidden twelve')
    const named = await searchAll(server.ctx, viewer, { q: 'zero twelve' })
    expect(named.books).toEqual([])
    expect((await search('zero twelve')).books).toHaveLength(1)
  })
})
