/** Values of series that their files and folders offer. */
import { describe, expect, test } from 'bun:test'
import { collectFileParts } from '../../../src/catalog/series/metadata/file-parts'
import {
  buildSeriesOffer,
  getSeriesPosition,
} from '../../../src/catalog/series/metadata/series-offer'
import { emptyMetadata, type FileMetadata } from '../../../src/media/contents/file-metadata'

const file = (values: Partial<FileMetadata> = {}): FileMetadata => ({
  ...emptyMetadata(values.source ?? 'comicinfo'),
  ...values,
})
const offer = (values: Partial<FileMetadata>) => buildSeriesOffer(file(values))

test('texts are cut after 500 characters', () => {
  const long = 'x'.repeat(501)
  const texts = {
    series: long,
    seriesSort: long,
    publisher: long,
    imprint: long,
    languageIso: long,
  }
  const { title, titleSort, publisher, imprint, language } = offer(texts)
  for (const text of [title, titleSort, publisher, imprint, language])
    expect(text).toBe('x'.repeat(500))
  expect(offer({})).toEqual({
    title: null,
    titleSort: null,
    publisher: null,
    imprint: null,
    language: null,
    ageRating: null,
    readingDirection: null,
    year: null,
    authors: null,
    summary: null,
    status: null,
    totalChapterCount: null,
    totalVolumeCount: null,
  })
})

test.each<[Partial<FileMetadata>, string | null]>([
  [{ manga: true }, 'rtl'],
  [{ readingDirection: 'ltr', manga: true }, 'ltr'],
  [{ manga: true, formatDetail: 'Webtoon' }, 'webtoon'],
  [{ readingDirection: 'rtl', genres: ['Long Strip'] }, 'webtoon'],
  [{ tags: ['vertical scrolling'] }, 'webtoon'],
  [{ tags: ['webtoon-like'] }, null],
])('the reading direction of %j', (values, direction) => {
  expect(offer(values).readingDirection).toBe(direction as never)
})

test.each<[Partial<FileMetadata>, number | null, number | null]>([
  [{ count: 12, chapter: 12 }, 12, null],
  [{ count: 12, chapter: 12.5 }, null, null],
  [{ count: 3, volume: 3 }, null, 3],
  [{ count: 3, volume: 4 }, null, null],
  [{ count: 3, chapter: 1, volume: 1 }, 3, null],
  [{ count: 3 }, null, null],
  [{ count: 1, chapter: 1 }, 1, null],
  [{ count: 0, chapter: 0 }, null, null],
  [{ source: 'series_json', count: 7 }, 7, null],
  [{ source: 'epub', count: 7, volume: 1 }, null, null],
])('the totals of %j', (values, chapters, volumes) => {
  const { totalChapterCount, totalVolumeCount } = offer(values)
  expect([totalChapterCount, totalVolumeCount]).toEqual([chapters, volumes])
})

test('a summary is that of the series only in its own file', () => {
  expect(offer({ summary: 'A' }).summary).toBeNull()
  expect(offer({ source: 'series_json', summary: 'A' }).summary).toBe('A')
})

test('a volume that is a year is the year of the series', () => {
  expect([offer({ volume: 1999, year: 2005 }).year, offer({ volume: 3, year: 2005 }).year]).toEqual(
    [1999, 2005],
  )
})

const root = Bun.randomUUIDv7()
test.each<[string, string | undefined]>([
  [`${root}/a/b`, 'a/b'],
  [`${root}/a//b`, undefined],
  [`${root}//a`, undefined],
  [`${root}/`, undefined],
  ['name/a', undefined],
])('the folder of a series: %#', (groupKey, folder) => {
  expect(getSeriesPosition(groupKey)).toEqual(
    folder === undefined ? undefined : { rootId: root, folder },
  )
})

describe('parts', () => {
  test('are those of the first file that has them, with its source', () => {
    const parts = collectFileParts([
      file({ source: 'series_json', genres: [], tags: ['t'] }),
      file({
        genres: ['g'],
        tags: ['other'],
        localizedSeries: 'Port',
        links: ['https://a.example/1'],
      }),
    ])
    expect(parts).toMatchObject({
      genres: ['g'],
      tags: ['t'],
      alternateTitles: [{ label: 'Localized', title: 'Port' }],
      externalLinks: [{ sourceName: 'a.example', url: 'https://a.example/1', externalId: null }],
      partSources: {
        genres: 'comicinfo',
        tags: 'series_json',
        alternateTitles: 'comicinfo',
        externalLinks: 'comicinfo',
      },
    })
    expect(collectFileParts([file()])).toMatchObject({
      genres: [],
      partSources: {},
      externalIds: [],
    })
  })

  test('titles differ from each other and from that of the series, and are at most 20', () => {
    const titles = (names: string[], series: string | null = null) =>
      collectFileParts(
        names.map((localizedSeries) => file({ localizedSeries, series })),
      ).alternateTitles.map(({ title }) => title)
    expect(titles(['Port', 'PORT', '', 'Harbor', 'Hafen'], 'Harbor')).toEqual(['Port', 'Hafen'])
    expect(titles(Array.from({ length: 21 }, (_, n) => `t${n}`))).toHaveLength(20)
    expect(titles(['x'.repeat(501)])[0]).toHaveLength(500)
  })

  test('links of a site count if all files have the same, and are at most 50', () => {
    const links = (...files: string[][]) =>
      collectFileParts(files.map((one) => file({ links: one }))).externalLinks.map(({ url }) => url)
    expect(
      links(
        ['https://a.example/1', 'https://b.example/1'],
        ['https://a.example/2', 'https://b.example/1'],
      ),
    ).toEqual(['https://b.example/1'])
    expect(links(Array.from({ length: 51 }, (_, n) => `https://s${n}.example/`))).toHaveLength(50)
    expect(links(['not a link'])).toEqual([])
  })

  test('there is one ID of comics and one of e-books', () => {
    const ids = (...files: Partial<FileMetadata>[]) =>
      collectFileParts(files.map(file)).externalIds.map(({ source, externalId, externalUrl }) => [
        source,
        externalId,
        externalUrl,
      ])
    const link = 'https://anilist.co/manga/30642/x'
    expect(ids({ links: [link] })).toEqual([['comicinfo', '30642', link]])
    expect(ids({ links: [link], gtin: ' 123 , 456' })).toEqual([['comicinfo', '123', null]])
    expect(ids({ source: 'epub', isbns: ['978'], identifiers: ['id'] })).toEqual([
      ['epub', '978', null],
    ])
    expect(ids({ source: 'opf', identifiers: ['x'.repeat(501)] })).toEqual([
      ['epub', 'x'.repeat(500), null],
    ])
    expect(ids({ source: 'epub', links: [link] })).toEqual([])
    expect(ids({ source: 'epub', gtin: '1' }, { source: 'series_json', gtin: '2' })).toEqual([
      ['comicinfo', '2', null],
    ])
  })
})
