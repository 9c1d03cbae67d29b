/** What plugins tell of works and books: lenient, and bounded. */
import { describe, expect, test } from 'bun:test'
import {
  readPluginBook,
  readBookResult,
} from '../../../src/ingest/plugins/metadata/read-plugin-book'
import {
  readAuthors,
  readPluginWork,
  readSearchResult,
} from '../../../src/ingest/plugins/metadata/read-plugin-work'

const identity = { externalId: 7, title: 'Harbor' }
const unnamed = [
  { title: 'Harbor' },
  { externalId: 7 },
  { externalId: '', title: 'Harbor' },
  { externalId: 7, title: ' ' },
  null,
  [],
]

test('what has no ID or no title is left out', () => {
  for (const read of [readSearchResult, readPluginWork, readPluginBook, readBookResult]) {
    expect(read(identity)).toBeDefined()
    for (const value of unnamed) expect(read(value)).toBeUndefined()
  }
})

describe('a work', () => {
  const full = {
    ...identity,
    alternateTitles: ['Harbor', 'Port', 'Port', { title: 'Hafen', language: 'de' }, 5],
    summary: '<p>About <b>it</b></p>',
    status: 'Completed',
    year: '1999-01-02',
    totalVolumeCount: 1,
    totalChapterCount: 12,
    readingDirection: 'RTL',
    ageRating: 21,
    language: 'pt-BR',
    publisher: 'House',
    imprint: 'Small',
    authors: [
      'Ann',
      { name: 'Bob', role: 'Art' },
      { name: 'Ann', role: 'juggler' },
      { role: 'writer' },
    ],
    artists: ['Bob', 'Cid'],
    genres: ['Sea', 'Sea'],
    tags: ['Blue'],
    rating: { score: 80, voteCount: 3 },
    externalUrl: 'https://a.example/',
    coverUrl: 'https://a.example/c.jpg',
    format: 'Light Novel',
    externalIds: [
      { source: 'api:AniList', externalId: 5 },
      { source: 'plugin:mal', externalId: 'x' },
      { source: '-bad', externalId: 1 },
      { source: 'a'.repeat(60), externalId: 1 },
      { source: 'a'.repeat(61), externalId: 1 },
      { source: 'kitsu' },
      { externalId: 1 },
    ],
  }

  test('is read with all of its members', () => {
    const { candidate, work } = readPluginWork(full)!
    const titles = [
      { title: 'Port', language: '' },
      { title: 'Hafen', language: 'de' },
    ]
    const authors = [
      { name: 'Ann', role: 'writer' },
      { name: 'Bob', role: 'penciller' },
      { name: 'Cid', role: 'penciller' },
    ]
    expect(work).toEqual({
      title: 'Harbor',
      alternateTitles: titles,
      summary: 'About it',
      status: 'ended',
      year: 1999,
      totalVolumeCount: 1,
      totalChapterCount: 12,
      readingDirection: 'rtl',
      ageRating: 21,
      language: 'pt-BR',
      publisher: 'House',
      imprint: 'Small',
      authors,
      genres: ['Sea'],
      tags: ['Blue'],
      rating: { score: 80, voteCount: 3 },
      siteUrl: 'https://a.example/',
      coverUrl: 'https://a.example/c.jpg',
      crossReferences: [
        { provider: 'anilist', externalId: '5' },
        { provider: 'mal', externalId: 'x' },
        { provider: 'a'.repeat(60), externalId: '1' },
      ],
    })
    expect(candidate).toEqual({
      externalId: '7',
      title: 'Harbor',
      format: 'light_novel',
      alternateTitles: titles,
      authors: ['Ann', 'Bob', 'Cid'],
      country: null,
      year: 1999,
      status: 'ended',
      totalVolumeCount: 1,
      totalChapterCount: 12,
      publisher: 'House',
      coverUrl: 'https://a.example/c.jpg',
      siteUrl: 'https://a.example/',
      summary: 'About it',
    })
  })

  test('with nothing else has no other members', () => {
    const { candidate, work } = readPluginWork(identity)!
    expect(work).toEqual({ title: 'Harbor' })
    expect(candidate).toMatchObject({
      format: null,
      year: null,
      status: null,
      summary: null,
      alternateTitles: [],
      authors: [],
    })
  })

  test.each([
    ['status', { status: 'paused' }],
    ['totalVolumeCount', { totalVolumeCount: 0 }],
    ['totalChapterCount', { totalChapterCount: 1.5 }],
    ['readingDirection', { readingDirection: 'up' }],
    ['ageRating', { ageRating: 22 }],
    ['language', { language: 'not a tag' }],
    ['rating', { rating: { score: 101 } }],
    ['siteUrl', { externalUrl: 'javascript:alert(1)' }],
    ['year', { year: 3000 }],
  ])('has no %s that is not valid', (name, values) => {
    expect(readPluginWork({ ...identity, ...values })!.work).not.toHaveProperty(name)
  })

  test('gets its rating from the first of several, if it has none of its own', () => {
    const externalRatings = [{ score: 60 }, { score: 90 }]
    const of = (more: object) =>
      readPluginWork({ ...identity, externalRatings, ...more })!.work.rating
    expect([of({}), of({ rating: { score: 70 } })]).toEqual([{ score: 60 }, { score: 70 }])
  })

  test('of a search has its details in a preview', () => {
    const preview = {
      bookType: 'one-shot',
      status: 'releasing',
      totalVolumeCount: 2,
      totalChapterCount: 0,
      publisher: 'House',
      description: 'Text',
      authors: ['Ann', { name: 'Ann' }, { name: 'Bob' }],
    }
    const more = {
      year: 2001,
      authors: ['Zed'],
      coverUrl: 'https://a.example/c',
      externalUrl: 'https://a.example/',
    }
    expect(readSearchResult({ ...identity, ...more, preview })).toEqual({
      externalId: '7',
      title: 'Harbor',
      format: 'one_shot',
      status: 'ongoing',
      totalVolumeCount: 2,
      totalChapterCount: null,
      publisher: 'House',
      summary: 'Text',
      alternateTitles: [],
      year: 2001,
      authors: ['Ann', 'Bob'],
      country: null,
      coverUrl: 'https://a.example/c',
      siteUrl: 'https://a.example/',
    })
    expect(readSearchResult({ ...identity, ...more })!.authors).toEqual(['Zed'])
  })

  test('authors have each role once', () => {
    expect(
      readAuthors({
        authors: [
          { name: 'Ann', role: 'artist' },
          { name: 'Ann', role: 'story' },
        ],
        artists: ['Ann'],
      }),
    ).toEqual([
      { name: 'Ann', role: 'penciller' },
      { name: 'Ann', role: 'writer' },
    ])
  })
})

describe('a book', () => {
  const read = (values: object) => readPluginBook({ ...identity, ...values })!
  test.each<[object, object]>([
    [
      { releaseDate: '2005-08-02', year: 1999 },
      { year: 2005, month: 8, day: 2 },
    ],
    [{ publishedDate: '2005' }, { year: 2005 }],
    [
      { year: 2005, month: 12, day: 31 },
      { year: 2005, month: 12, day: 31 },
    ],
    [{ year: 2005, month: 13, day: 1 }, { year: 2005 }],
    [{ year: 2005, month: 0, day: 1 }, { year: 2005 }],
    [
      { year: 2005, month: 1, day: 32 },
      { year: 2005, month: 1 },
    ],
    [
      { year: 2005, month: 1, day: 0 },
      { year: 2005, month: 1 },
    ],
    [{ month: 1 }, {}],
    [{ seriesPosition: 0 }, { seriesPosition: 0 }],
    [{ seriesPosition: -1 }, {}],
    [{ seriesPosition: 9_999.5 }, { seriesPosition: 9_999.5 }],
    [{ seriesPosition: 10_000 }, {}],
    [{ seriesTotal: 1 }, { seriesTotal: 1 }],
    [{ seriesTotal: 0 }, {}],
    [{ seriesTotal: 10_000 }, { seriesTotal: 10_000 }],
    [{ seriesTotal: 10_001 }, {}],
    [{ description: 'A' }, { summary: 'A' }],
    [{ summary: 'B', description: 'A' }, { summary: 'B' }],
    [{ subjects: ['a'], genres: ['b'], tags: ['a', 'c'] }, { subjects: ['a', 'b', 'c'] }],
    [{ languageIso: 'de' }, { language: 'de' }],
    [{ language: 'en', languageIso: 'de' }, { language: 'en' }],
  ])('%j', (given, members) => {
    expect(read(given).work).toEqual({ title: 'Harbor', ...members })
  })

  test('subjects are at most fifty', () => {
    const subjects = Array.from({ length: 51 }, (_, n) => `s${n}`)
    expect(read({ subjects }).work.subjects).toHaveLength(50)
  })

  test('a candidate has the writers, the number, and the year of its work', () => {
    const { candidate } = read({
      authors: [{ name: 'Ann' }, { name: 'Bob', role: 'artist' }],
      originalYear: 1990,
      isbn: '0-306-40615-2',
      isbns: ['9780306406157', 'x'],
      number: 3,
    })
    expect(candidate).toMatchObject({
      authors: ['Ann'],
      year: 1990,
      isbns: ['9780306406157'],
      isEdition: true,
      number: '3',
    })
    expect(read({ volume: ' 4 ' }).candidate).toMatchObject({
      number: '4',
      isEdition: false,
      isbns: [],
      year: null,
    })
    expect(read({ number: null, volume: {} }).candidate.number).toBeNull()
    expect(read({ year: 2001, originalYear: 1990 }).candidate.year).toBe(2001)
  })

  test('a search result takes its facts from the preview, unless it has its own', () => {
    const preview = { number: 1, language: 'de' }
    expect(readBookResult({ ...identity, number: 2, preview })).toMatchObject({
      number: '2',
      language: 'de',
    })
  })
})
