/** Every field of a book and of a series, in every standing that a person can give it, against a changed file. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  booksOf,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
} from './support'

type Values = Record<string, unknown>

const wordsOf = (word: string, number: number) => ({
  Title: `Title ${word}`,
  Series: `Series ${word}`,
  Number: number,
  Count: number + 10,
  Volume: number,
  Summary: `Summary ${word}`,
  Year: 2000 + number,
  Month: number,
  Day: number,
  Writer: `Writer ${word}`,
  Penciller: `Penciller ${word}`,
  Inker: `Inker ${word}`,
  Colorist: `Colorist ${word}`,
  Letterer: `Letterer ${word}`,
  CoverArtist: `Cover ${word}`,
  Editor: `Editor ${word}`,
  Translator: `Translator ${word}`,
  Publisher: `Publisher ${word}`,
  Imprint: `Imprint ${word}`,
  Genre: `Genre ${word}`,
  Tags: `Tag ${word}`,
  LanguageISO: number === 1 ? 'en' : 'fr',
  Manga: number === 1 ? 'No' : 'YesAndRightToLeft',
  BlackAndWhite: number === 1 ? 'No' : 'Yes',
  AgeRating: number === 1 ? 'Teen' : 'Mature 17+',
  Format: `Format ${word}`,
})

const folders = ['untouched', 'set', 'cleared', 'locked', 'unlocked', 'reset'] as const
type Standing = (typeof folders)[number]

/** What a person may write in the place of this value. */
function mine(value: unknown): unknown {
  if (typeof value === 'number') return 7
  if (typeof value === 'boolean') return true
  if (Array.isArray(value)) return [{ name: 'My Author', role: 'writer', sortName: null }]
  return 'Mine'
}

const except: Record<string, unknown> = {
  status: 'ended',
  readingDirection: 'ttb',
  language: 'de',
  languageIso: 'de',
  bookType: 'novel',
  formatDetail: 'Mine',
  awards: [{ name: 'Mine', won: true, category: null, year: null }],
  subjects: ['Mine'],
  customMetadata: { mine: 1 },
  volume: 7,
  chapter: 7.5,
  ...Object.fromEntries(
    ['originalYear', 'totalChapterCount', 'totalVolumeCount', 'seriesPosition', 'seriesTotal'].map(
      (field) => [field, 7],
    ),
  ),
  ageRating: 7,
  count: 7,
  year: 1977,
  month: 7,
  day: 7,
  blackAndWhite: true,
  manga: true,
  authors: [{ name: 'My Author', role: 'writer', sortName: null }],
}

interface Kind {
  path(book: { id: string; seriesId: string }): string
  skipped: readonly string[]
  lockOf(field: string): string
}

const kinds: Record<'book' | 'series', Kind> = {
  book: {
    path: ({ id }) => `/books/${id}`,
    skipped: ['bookId', 'locks', 'updatedAt', 'createdAt', 'id'],
    lockOf: (field) => (/^(authors|awards)$/.test(field) ? `${field}JsonLock` : `${field}Lock`),
  },
  series: {
    path: ({ seriesId }) => `/series/${seriesId}`,
    skipped: [
      'id',
      'seriesId',
      'locks',
      'createdAt',
      'updatedAt',
      'genres',
      'tags',
      'alternateTitles',
      'externalRatings',
      'externalLinks',
    ],
    lockOf: (field) => (field === 'authors' ? 'authorsJsonLock' : field),
  },
}

describe.each(Object.entries(kinds))('every field of a %s', (_, kind) => {
  let server: ScanServer
  const before = new Map<Standing, Values>()
  const wanted = new Map<Standing, Values>()
  const after = new Map<Standing, Values>()
  let fields: string[] = []

  async function ask(method: string, path: string, body?: unknown): Promise<Values> {
    const answer = await server.call(method, path, {
      as: 'ada',
      ...(body !== undefined && { body }),
    })
    if (answer.status >= 300) throw new Error(`${method} ${path} ${JSON.stringify(answer.body)}`)
    return answer.body as Values
  }

  beforeAll(async () => {
    server = await startScanServer()
    const folder = makeFolder()
    const write = async (word: string, number: number) => {
      const data = await makeCbz({ pages: number, comicInfo: wordsOf(word, number) })
      put(folder, Object.fromEntries(folders.map((name) => [`${name}/1.cbz`, data])))
    }
    await write('first', 1)
    const id = await addLibrary(server, folder)
    await scan(server, id)
    const books = await booksOf(server, id)
    const pathOf = (standing: Standing) =>
      kind.path(books.find(({ relativePath }) => relativePath === `${standing}/1.cbz`)!)
    for (const standing of folders) {
      before.set(standing, await ask('GET', `${pathOf(standing)}/metadata`))
    }
    const first = before.get('untouched')!
    fields = Object.keys(first).filter((field) => !kind.skipped.includes(field))
    const all = (of: (field: string) => unknown) =>
      Object.fromEntries(fields.map((field) => [field, of(field)]))
    const own = all((field) => except[field] ?? mine(first[field]))
    const locks = (isSet: boolean) =>
      Object.fromEntries(fields.map((field) => [kind.lockOf(field), isSet]))
    for (const standing of ['set', 'unlocked', 'reset'] as const) {
      await ask('PATCH', `${pathOf(standing)}/metadata`, own)
    }
    // A title cannot be cleared.
    await ask('PATCH', `${pathOf('cleared')}/metadata`, { ...all(() => null), title: undefined })
    await ask('PUT', `${pathOf('locked')}/metadata/locks`, locks(true))
    await ask('PUT', `${pathOf('unlocked')}/metadata/locks`, locks(false))
    await ask('DELETE', `${pathOf('reset')}/metadata`)
    for (const standing of folders) {
      wanted.set(standing, await ask('GET', `${pathOf(standing)}/metadata`))
    }
    await write('second', 2)
    await scan(server, id)
    await scan(server, id, 'deep')
    for (const standing of folders) {
      after.set(standing, await ask('GET', `${pathOf(standing)}/metadata`))
    }
  })
  afterAll(() => server.close())

  const only = (values: Values) => Object.fromEntries(fields.map((field) => [field, values[field]]))
  const filled = () => fields.filter((field) => before.get('untouched')![field] !== null)

  test('that nobody touched follows the file', () => {
    expect(filled().length).toBeGreaterThanOrEqual(7)
    const stale = filled().filter((field) =>
      Bun.deepEquals(after.get('untouched')![field], before.get('untouched')![field]),
    )
    // What the maker of the file wrote alike both times.
    expect(stale.filter((field) => !/^(bookType|readingDirection|subjects)$/.test(field))).toEqual(
      [],
    )
  })

  test.each(['set', 'locked', 'unlocked'] as const)('that a person has %s stays', (standing) => {
    expect(only(after.get(standing)!)).toEqual(only(wanted.get(standing)!))
  })

  test('that a person has cleared stays empty', () => {
    const values = only(after.get('cleared')!)
    const back = filled().filter((field) => field !== 'title' && values[field] !== null)
    expect(back).toEqual([])
  })

  test('that was given back is the file’s, then and later', () => {
    expect(only(wanted.get('reset')!)).toEqual(only(before.get('reset')!))
    expect(only(after.get('reset')!)).toEqual(only(after.get('untouched')!))
  })
})
