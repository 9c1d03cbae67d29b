/**
 * Book metadata from providers, tested against servers that respond to and reject requests like the
 * real ones.
 */
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readDate } from '../../../src/ingest/providers/text/read-book'
import { normalizeIsbn } from '../../../src/media/metadata/isbn'
import type { BuiltInBooks } from '../../../src/ingest/providers/provider'
import { hardcoverBooks } from '../../../src/ingest/providers/books/hardcover-books'
import { findBuiltInByName, providers } from '../../../src/ingest/providers/providers'
import { Dice, randomSeed } from '../../support/dice'
import { createSend, damage, recordResponses, requireProviderError } from './provider-client'
import { startProviderServers } from './servers/all'

/** These tests take seconds on a busy machine. */
setDefaultTimeout(60_000)

const servers = startProviderServers()
afterAll(() => servers.stop())

const open = (name: string) => {
  const provider = findBuiltInByName(name)!
  return { books: provider.books!, send: createSend(servers, provider) }
}

interface Case {
  find: Parameters<NonNullable<BuiltInBooks['search']>>[1] | { workId: string; numbers: string[] }
  id: string
  candidate: object
  work: object
}

const dune = { title: 'Dune', author: 'Herbert', limit: 10 }
const people = [
  { name: 'Brian K. Vaughan', role: 'writer' },
  { name: 'Fiona Staples', role: 'penciller' },
  { name: 'Fiona Staples', role: 'cover_artist' },
]

const cases: Record<string, Case> = {
  openlibrary: {
    find: { ...dune, isbn: '9780441013593' },
    id: 'OL7523113M',
    candidate: { title: 'Dune', year: 2005, isbns: ['9780441013593'], isEdition: true },
    work: {
      originalYear: 1965,
      year: 2005,
      month: 8,
      day: 2,
      publisher: 'Ace Books',
      language: 'en',
      edition: '40th anniversary edition',
      isbns: ['9780441013593'],
      subjects: ['Science fiction', 'Deserts'],
      authors: [{ name: 'Frank Herbert', role: 'writer' }],
    },
  },
  googlebooks: {
    find: dune,
    id: 'B1hSG45JCX4C',
    candidate: { title: 'Dune', isbns: ['9780441013593'], language: 'en', isEdition: true },
    work: { subtitle: 'Deluxe Edition', publisher: 'Penguin', year: 2005, month: 8, day: 2 },
  },
  hardcover: {
    find: dune,
    id: '312460',
    candidate: { title: 'Dune', year: 1965, isEdition: false },
    work: { originalYear: 1965, seriesPosition: 1, seriesTotal: 6, subjects: ['Science fiction'] },
  },
  comicvine: {
    find: { workId: '46568', numbers: ['1'] },
    id: '325486',
    candidate: { title: 'Chapter One', number: '1', year: 2012 },
    work: {
      title: 'Chapter One',
      summary: 'A family is hunted.',
      year: 2012,
      month: 3,
      day: 14,
      authors: people,
    },
  },
  metron: {
    find: { workId: '1518', numbers: ['1'] },
    id: '7001',
    candidate: { title: 'Saga (2012) #1', number: '1', year: 2012 },
    work: { title: 'Chapter One', publisher: 'Image Comics', day: 14, authors: people },
  },
  mangadex: {
    find: { workId: '5d1fc77e-706a-4fc5-bea8-486c9be0145d', numbers: ['1'] },
    id: '00000000-0000-4000-8000-000000000002',
    candidate: { number: '1', language: 'ja' },
    work: {
      coverUrl:
        'https://uploads.mangadex.org/covers/5d1fc77e-706a-4fc5-bea8-486c9be0145d/cover-2.jpg.512.jpg',
    },
  },
}

const find = (books: BuiltInBooks, send: Parameters<BuiltInBooks['get']>[0], one: Case) =>
  'workId' in one.find
    ? books.listParts!(send, { ...one.find, limit: 10 })
    : books.search!(send, one.find)

test('every provider of books is tried', () => {
  const named = providers.filter(({ books }) => books).map(({ name }) => name as string)
  expect(named.toSorted()).toEqual(Object.keys(cases).toSorted())
})

describe.each(Object.keys(cases))('%s', (name) => {
  const { books, send } = open(name)
  const one = cases[name]!

  test('finds a book', async () => {
    const [found] = await find(books, send, one)
    expect(found!.candidate).toMatchObject({ externalId: one.id, ...one.candidate })
    const other = 'workId' in one.find ? { numbers: ['77'] } : { title: 'Nothing', isbn: undefined }
    const none = { ...one, find: { ...one.find, ...other } } as Case
    expect(await find(books, send, none)).toEqual([])
  })

  test('gets a book by its id', async () => {
    const found = await books.get(send, one.id)
    expect(found.candidate).toMatchObject({ externalId: one.id })
    expect(found.work).toMatchObject(one.work)
  })

  test.each(['999', 'OL999W', 'OL999M', 'x', '../etc', ''])(
    'knows no book "%s"',
    async (unknown) => {
      const code = await books.get(send, unknown).catch(requireProviderError)
      expect(code as unknown).toBe('not_found')
    },
  )

  test('survives responses of any form', async () => {
    const valid = await recordResponses(send, async (record) => {
      await find(books, record, one)
      await books.get(record, one.id)
    })
    const dice = new Dice(randomSeed)
    for (let round = 0; round < 300; round++) {
      const mutate: typeof send = async (request) =>
        damage(valid.get(JSON.stringify(request)) ?? [...valid.values()][0], dice)
      const results = await Promise.all([
        find(books, mutate, one).catch(requireProviderError),
        books.get(mutate, one.id).catch(requireProviderError),
      ])
      expect(JSON.stringify(results).length).toBeLessThan(200_000)
    }
  })
})

test('unknown ISBNs find nothing, and works are found by title and author', async () => {
  const { books, send } = open('openlibrary')
  expect(await books.search!(send, { ...dune, isbn: '9780000000002' })).toEqual([])
  const found = await books.search!(send, dune)
  expect(found.map(({ candidate }) => candidate.externalId)).toEqual(['OL893415W', 'OL893501W'])
  const { work } = await books.get(send, 'OL26242482M')
  expect(work).toMatchObject({
    title: 'The Hobbit',
    subtitle: 'or There and Back Again',
    year: 2012,
  })
  expect([work.isbns, work.month]).toEqual([['9780547928227'], undefined])
})

test('numbers are tried in all their spellings', async () => {
  const { books, send } = open('comicvine')
  const query = { workId: '46568', numbers: ['0.5', '1/2', '½'], limit: 5 }
  const [found] = await books.listParts!(send, query)
  expect(found?.candidate.title).toBe('Half')
  expect(await books.listParts!(send, { ...query, numbers: ['1,volume:1'] })).toEqual([])
})

test.each<[string, string, string | undefined]>([
  ['openlibrary', 'https://openlibrary.org/books/OL7523113M/Dune', 'OL7523113M'],
  ['openlibrary', 'https://openlibrary.org/works/OL893415W', 'OL893415W'],
  ['comicvine', 'https://comicvine.gamespot.com/saga-1/4000-325486/', '325486'],
  ['comicvine', 'https://comicvine.gamespot.com/saga/4050-46568/', undefined],
  ['metron', 'https://metron.cloud/issue/7001/', '7001'],
  ['hardcover', 'https://hardcover.app/books/dune', 'dune'],
  ['googlebooks', 'https://books.google.com/books?id=B1hSG45JCX4C&pg=1', 'B1hSG45JCX4C'],
])('%s reads the link %s', (name, url, id) => {
  expect(findBuiltInByName(name)!.books!.parseLink(url)).toBe(id)
})

test.each<[string, object]>([
  ['2005-08-02', { year: 2005, month: 8, day: 2 }],
  ['2005-08', { year: 2005, month: 8 }],
  ['August 2, 2005', { year: 2005, month: 8, day: 2 }],
  ['2 Aug 2005', { year: 2005, month: 8, day: 2 }],
  ['Sept. 1999', { year: 1999, month: 9 }],
  ['sometime in 2012', { year: 2012 }],
  ['2005-13-45', { year: 2005 }],
  ['1990 or 1991', {}],
  ['', {}],
])('the date "%s" is %p', (text, date) => {
  expect(readDate(text)).toEqual(date)
})

test.each([
  ['0-441-01359-7', '9780441013593'],
  ['9780441013593', '9780441013593'],
  ['080442957X', '9780804429573'],
  ['9780441013594', undefined],
  ['x', undefined],
])('the ISBN %s is %s', (text, isbn) => {
  expect(normalizeIsbn(text)).toBe(isbn)
})

test('what the text search of Hardcover finds for an ISBN must have it', async () => {
  const countFound = async (isbns: string[]) => {
    const document = { id: 1, slug: 'other', title: 'Other', isbns, author_names: ['Ann Other'] }
    const send = async () => ({ data: { search: { results: { hits: [{ document }] } } } })
    const asked = { title: 'Dune', isbn: '9780441013593', limit: 10 }
    return (await hardcoverBooks.search!(send, asked)).length
  }
  expect(await countFound(['9780441013593'])).toBe(1)
  expect(await countFound(['0441013597'])).toBe(1)
  expect(await countFound([])).toBe(0)
})
