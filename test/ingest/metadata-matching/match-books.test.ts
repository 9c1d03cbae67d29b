/** Manual matching of one book: search, preview, apply, undo. */
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import { type SeededLibrary, seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { comicvineKey } from '../providers/servers/comicvine'
import { type MatchingServer, startMatchingServer } from './matching-server'

/** Matching takes seconds on a busy machine. */
setDefaultTimeout(60_000)

let matching: MatchingServer
beforeAll(async () => {
  const settings = { 'providers.comicvine.key': comicvineKey }
  matching = await startMatchingServer({ settings })
})
afterAll(() => matching.close())
beforeEach(() => matching.resetRateLimits())

type Values = Parameters<typeof seedBook>[2]

const dune = {
  title: 'Dune',
  format: 'epub',
  metadata: { isbns: '978-0-441-01359-3', writer: 'Frank Herbert' },
} as const

const addLibrary = (type: 'book' | 'comic') => seedLibrary(matching.server, { type })

async function addBook(library: SeededLibrary, seriesTitle: string, values: Values) {
  const series = await seedSeries(matching.server, library, { title: seriesTitle })
  const { id } = await seedBook(matching.server, series, values)
  return { id, seriesId: series.id }
}

const addDune = async (values: Values = dune) => addBook(await addLibrary('book'), 'Dune', values)

const post = (id: string, path: string, body: object = {}) =>
  matching.call('POST', `/books/${id}/metadata/${path}`, body)

async function getMetadata(id: string) {
  const {
    updatedAt: _,
    createdAt: __,
    ...metadata
  } = await matching.call('GET', `/books/${id}/metadata`)
  const { book } = await matching.call('GET', `/books/${id}`)
  return { ...metadata, title: book.title }
}

const listFields = (preview: { fields: { field: string; status: string }[] }, status: string) =>
  preview.fields.filter((one) => one.status === status).map(({ field }) => field)

async function findFirst(id: string, query?: string) {
  const { candidates } = await post(id, 'search', query === undefined ? {} : { query })
  const { pluginId, externalId } = candidates[0]
  return { pluginId, externalId }
}

describe('a novel', () => {
  test('is found by its ISBN, with reasons', async () => {
    const { id } = await addDune()
    const found = await post(id, 'search')
    expect(found.decision.mayApply).toBe(true)
    expect(found.candidates[0]).toMatchObject({
      provider: 'Open Library',
      externalId: 'OL7523113M',
      verdict: 'sure',
      number: null,
      year: 2005,
    })
    expect(found.candidates[0].reasons[0].because.message).toBe('Same ISBN (9780441013593)')
  })

  test('is found by title and author, and left to a person without an author', async () => {
    const { id } = await addDune({ ...dune, metadata: { writer: 'Frank Herbert' } })
    const found = await post(id, 'search')
    expect(found.candidates.map((one: { title: string }) => one.title)).toEqual([
      'Dune',
      'Dune Messiah',
    ])
    expect(found.decision.mayApply).toBe(true)
    const other = await addDune({ ...dune, metadata: {} })
    expect((await post(other.id, 'search')).decision).toMatchObject({
      mayApply: false,
      because: { message: 'The title alone is not enough to identify the book' },
    })
  })

  test('gets what the preview announced, and undo restores everything', async () => {
    const { id } = await addDune()
    const before = await getMetadata(id)
    const chosen = await findFirst(id)
    const preview = await post(id, 'preview', chosen)
    const announced = listFields(preview, 'will_apply')
    const applied = await post(id, 'apply', chosen)
    expect(applied.appliedFields.toSorted()).toEqual(announced.toSorted())
    expect(await getMetadata(id)).toMatchObject({
      title: 'Dune',
      publisher: 'Ace Books',
      year: 2005,
      month: 8,
      day: 2,
      originalYear: 1965,
      writer: 'Frank Herbert',
      authors: [{ name: 'Frank Herbert', role: 'writer' }],
      subjects: ['Science fiction', 'Deserts'],
      edition: '40th anniversary edition',
      languageIso: 'en',
    })
    expect(listFields(await post(id, 'preview', chosen), 'will_apply')).toEqual([])
    expect((await matching.call('GET', `/books/${id}/metadata/offers`)).offers).toHaveLength(1)
    await post(id, `changes/${applied.changeSetId}/undo`)
    expect(await getMetadata(id)).toEqual(before)
    expect((await matching.call('GET', `/books/${id}/metadata/offers`)).offers).toEqual([])
  })

  test('keeps locked and edited fields unless a person ticks them', async () => {
    const { id } = await addDune()
    const edit = { publisher: 'Mine', summary: 'Mine' }
    await matching.call('PATCH', `/books/${id}/metadata`, edit)
    const chosen = await findFirst(id)
    expect(listFields(await post(id, 'preview', chosen), 'locked').toSorted()).toEqual([
      'publisher',
      'summary',
    ])
    await post(id, 'apply', chosen)
    expect(await getMetadata(id)).toMatchObject({ ...edit, originalYear: 1965 })
    const again = await post(id, 'apply', { ...chosen, fields: [], overwrite: ['publisher'] })
    expect(again.appliedFields).toEqual(['publisher'])
    expect(await getMetadata(id)).toMatchObject({ publisher: 'Ace Books', summary: 'Mine' })
  })

  test.each([
    [{ year: 1999 }, { year: 1999, month: null, day: null }],
    [
      { year: 1999, month: 3 },
      { year: 1999, month: 3, day: null },
    ],
  ])('never gets a part of a date beside an edit (%p)', async (edit, date) => {
    const { id } = await addDune()
    await matching.call('PATCH', `/books/${id}/metadata`, edit)
    await post(id, 'apply', await findFirst(id))
    expect(await getMetadata(id)).toMatchObject({ ...date, publisher: 'Ace Books' })
  })

  test('keeps edited people in both forms', async () => {
    const somebody = [{ name: 'Somebody', role: 'writer', sortName: null }]
    const cases = [
      [{ writer: 'Somebody' }, { writer: 'Somebody', authors: null }],
      [{ writer: null }, { writer: null, authors: null }],
      [
        { writer: null, authors: somebody },
        { writer: null, authors: somebody },
      ],
    ]
    for (const [edit, people] of cases) {
      const { id } = await addDune()
      await matching.call('PATCH', `/books/${id}/metadata`, edit)
      await post(id, 'apply', await findFirst(id))
      expect(await getMetadata(id)).toMatchObject({ ...people, publisher: 'Ace Books' })
    }
  })

  test('is found by a link, and matched automatically only if it is certain', async () => {
    const { id } = await addDune()
    const link = 'https://openlibrary.org/works/OL893501W/Dune_Messiah'
    expect((await findFirst(id, link)).externalId).toBe('OL893501W')
    const matched = await post(id, 'auto-match')
    expect(matched).toMatchObject({ success: true, matchedResult: { externalId: 'OL7523113M' } })
    const other = await addDune({ ...dune, metadata: {} })
    expect(await post(other.id, 'auto-match')).toMatchObject({ success: false, changeSetId: null })
  })

  test('is left alone by automatic matching if a person excluded it or the work', async () => {
    const { id } = await addDune()
    const path = `/books/${id}/metadata/exclusions`
    await matching.call('PUT', path, await findFirst(id))
    expect((await post(id, 'auto-match')).success).toBe(false)
    expect((await post(id, 'search')).candidates[0]).toMatchObject({ isExcluded: true })
    await matching.call('DELETE', path, await findFirst(id))
    await matching.call('PUT', path, {})
    expect((await post(id, 'auto-match')).message).toBe('This item is excluded from matching')
    expect((await post(id, 'search')).isNeverMatched).toBe(true)
  })

  test('without a title finds nothing, and an unknown one is refused', async () => {
    const library = await addLibrary('book')
    const { id } = await addBook(library, '-', { ...dune, title: '-', metadata: {} })
    expect(await post(id, 'search')).toMatchObject({ candidates: [], problems: [] })
    const hidden = await matching.server.call(
      'POST',
      `/books/${Bun.randomUUIDv7()}/metadata/search`,
      {
        as: 'max',
        body: {},
      },
    )
    expect(hidden.status).toBe(404)
  })
})

describe('an issue', () => {
  const issue = (number: string, more: object = {}) => ({
    title: `Saga ${number}`,
    relativePath: `Saga/Saga ${number}.cbz`,
    metadata: { number, ...more },
  })

  test('is found only when its series is matched', async () => {
    const { id, seriesId } = await addBook(await addLibrary('comic'), 'Saga', issue('1'))
    expect(await post(id, 'search')).toMatchObject({
      candidates: [],
      decision: { because: { message: expect.stringContaining('Match the series first') } },
    })
    await matching.call('POST', `/series/${seriesId}/metadata/apply`, await findSeries(seriesId))
    const found = await post(id, 'search')
    expect(found.candidates).toMatchObject([
      { externalId: '325486', title: 'Chapter One', number: '1', verdict: 'sure' },
    ])
    const { pluginId, externalId } = found.candidates[0]
    const applied = await post(id, 'apply', { pluginId, externalId, fields: ['writer', 'cover'] })
    expect(applied.appliedFields.toSorted()).toEqual(['cover', 'writer'])
    expect(await getMetadata(id)).toMatchObject({ writer: 'Brian K. Vaughan', title: 'Saga 1' })
    const { covers } = await matching.call('GET', `/books/${id}/covers`)
    expect(covers).toMatchObject([{ source: 'plugin:comicvine', isSelected: true }])
  })

  async function findSeries(id: string) {
    const { candidates } = await matching.call('POST', `/series/${id}/metadata/search`, {})
    const { pluginId, externalId } = candidates[0]
    return { pluginId, externalId }
  }

  test.each([
    ['½', {}, 'sure', '332142'],
    ['0.5', {}, 'sure', '332142'],
    ['1', { year: 2012 }, 'sure', '325486'],
    ['1', { year: 1999 }, 'unsure', '325486'],
    ['1.MU', {}, undefined, undefined],
  ])('number %s with %p is %s: %s', async (number, more, verdict, externalId) => {
    const { id, seriesId } = await addBook(await addLibrary('comic'), 'Saga', issue(number, more))
    await matching.call('POST', `/series/${seriesId}/metadata/apply`, await findSeries(seriesId))
    const [found] = (await post(id, 'search')).candidates
    expect([found?.verdict, found?.externalId]).toEqual([verdict, externalId])
  })
})

test('a book of a library that is closed to a person does not exist for them', async () => {
  const { server } = matching
  await server.addUser('eva', 'maintainer')
  const { id } = await addDune()
  const chosen = await findFirst(id)
  const path = `/users/${server.getUserId('eva')}/libraries`
  await server.call('PUT', path, { as: 'ada', body: { libraryIds: [] } })
  const bodies = { search: {}, 'auto-match': {}, preview: chosen, apply: chosen, exclusions: {} }
  for (const [name, body] of Object.entries(bodies)) {
    const method = name === 'exclusions' ? 'PUT' : 'POST'
    const options = { as: 'eva', body }
    const { status } = await server.call(method, `/books/${id}/metadata/${name}`, options)
    expect([name, status]).toEqual([name, 404])
  }
  const offers = await server.call('GET', `/books/${id}/metadata/offers`, { as: 'eva' })
  expect(offers.status).toBe(404)
  const reader = await server.call('POST', `/books/${id}/metadata/search`, { as: 'ann', body: {} })
  expect(reader.status).toBe(403)
})
