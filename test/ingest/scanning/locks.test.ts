/**
 * Every field of books and series in every state (edited, cleared, locked, reset), against a
 * changed file.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  listBooks,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'

type Values = Record<string, unknown>

const buildComicInfo = (word: string, number: number) => ({
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

/** Returns a value that a user might enter instead of this one. */
function buildEditedValue(value: unknown): unknown {
  if (typeof value === 'number') return 7
  if (typeof value === 'boolean') return true
  if (Array.isArray(value)) return [{ name: 'My Author', role: 'writer', sortName: null }]
  return 'Mine'
}

const editedValues: Record<string, unknown> = {
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

describe.each(Object.entries(kinds))('a field of a %s', (_, kind) => {
  let server: ScanServer
  const before = new Map<Standing, Values>()
  const wanted = new Map<Standing, Values>()
  const after = new Map<Standing, Values>()
  let fields: string[] = []

  async function request(method: string, path: string, body?: unknown): Promise<Values> {
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
    const writeVersion = async (word: string, number: number) => {
      const data = await makeCbz({ pages: number, comicInfo: buildComicInfo(word, number) })
      writeFiles(folder, Object.fromEntries(folders.map((name) => [`${name}/1.cbz`, data])))
    }
    await writeVersion('first', 1)
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const books = await listBooks(server, id)
    const getPath = (standing: Standing) =>
      kind.path(books.find(({ relativePath }) => relativePath === `${standing}/1.cbz`)!)
    for (const standing of folders) {
      before.set(standing, await request('GET', `${getPath(standing)}/metadata`))
    }
    const first = before.get('untouched')!
    fields = Object.keys(first).filter((field) => !kind.skipped.includes(field))
    const listAll = (of: (field: string) => unknown) =>
      Object.fromEntries(fields.map((field) => [field, of(field)]))
    const own = listAll((field) => editedValues[field] ?? buildEditedValue(first[field]))
    const setLocks = (isSet: boolean) =>
      Object.fromEntries(fields.map((field) => [kind.lockOf(field), isSet]))
    for (const standing of ['set', 'unlocked', 'reset'] as const) {
      await request('PATCH', `${getPath(standing)}/metadata`, own)
    }
    // A title cannot be cleared.
    await request('PATCH', `${getPath('cleared')}/metadata`, {
      ...listAll(() => null),
      title: undefined,
    })
    await request('PUT', `${getPath('locked')}/metadata/locks`, setLocks(true))
    await request('PUT', `${getPath('unlocked')}/metadata/locks`, setLocks(false))
    await request('DELETE', `${getPath('reset')}/metadata`)
    for (const standing of folders) {
      wanted.set(standing, await request('GET', `${getPath(standing)}/metadata`))
    }
    await writeVersion('second', 2)
    await scanLibrary(server, id)
    await scanLibrary(server, id, 'deep')
    for (const standing of folders) {
      after.set(standing, await request('GET', `${getPath(standing)}/metadata`))
    }
  })
  afterAll(() => server.close())

  const pickFields = (values: Values) =>
    Object.fromEntries(fields.map((field) => [field, values[field]]))
  const listFilledFields = () => fields.filter((field) => before.get('untouched')![field] !== null)

  test('that was never edited follows the file', () => {
    expect(listFilledFields().length).toBeGreaterThanOrEqual(7)
    const stale = listFilledFields().filter((field) =>
      Bun.deepEquals(after.get('untouched')![field], before.get('untouched')![field]),
    )
    // These fields have equal values in both versions of the file.
    expect(stale.filter((field) => !/^(bookType|readingDirection|subjects)$/.test(field))).toEqual(
      [],
    )
  })

  test.each(['set', 'locked', 'unlocked'] as const)('that a user has %s is kept', (standing) => {
    expect(pickFields(after.get(standing)!)).toEqual(pickFields(wanted.get(standing)!))
  })

  test('that a user has cleared stays empty', () => {
    const values = pickFields(after.get('cleared')!)
    const back = listFilledFields().filter((field) => field !== 'title' && values[field] !== null)
    expect(back).toEqual([])
  })

  test("that was reset has the file's value, now and later", () => {
    expect(pickFields(wanted.get('reset')!)).toEqual(pickFields(before.get('reset')!))
    expect(pickFields(after.get('reset')!)).toEqual(pickFields(after.get('untouched')!))
  })
})
