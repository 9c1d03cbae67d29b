/** A wrong parse is corrected once, for ever: at once for the books there are, and at every scan. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import {
  addLibrary,
  booksOf,
  comic,
  makeFolder,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from '../scanning/support'
import { makeCbz } from '../../support/make/cbz'
import { startGroupingServer, settled, shelfOf } from './support'
import { sourceMessages } from '../../../src/ingest/grouping/messages'
import { groupingMessages } from '../../../src/media/naming/messages'
import { withText } from '../../../src/platform/messages/message'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer()
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

const call = (method: string, path: string, body?: unknown, as = 'ada') =>
  server.call(method, path, { as, ...(body !== undefined && { body }) })

async function correct(rule: Record<string, unknown>) {
  const { status, body } = await call('POST', '/name-rules', rule)
  if (status !== 201) throw new Error(JSON.stringify(body))
  await settled(server)
  return body.id as string
}

async function libraryWith(files: Record<string, Uint8Array>) {
  const folder = makeFolder()
  put(folder, files)
  const id = await addLibrary(server, folder)
  await scan(server, id)
  return { id, folder }
}

const numbersOf = async (id: string) =>
  (await booksOf(server, id)).map(({ title, volume, chapter }) => [title, volume, chapter])

describe('a correction', () => {
  test('is previewed, counts at once and for books that come later, and can be taken back', async () => {
    const data = await comic()
    const { id, folder } = await libraryWith({
      'Silver/Silver 88 01.cbz': data,
      'Silver/Other 5.cbz': data,
    })
    const before = await numbersOf(id)
    const rule = {
      libraryId: id,
      match: 'glob',
      pattern: 'silver 88 *',
      on: 'file',
      change: { set: { volume: 7, chapter: null } },
    }
    const { status, body } = await call('POST', '/name-rules/preview', rule)
    expect(status).toBe(200)
    expect(body).toMatchObject([{ libraryId: id, booksMoved: 0, booksRenamed: 1 }])
    expect(body[0].books).toMatchObject([
      { fileName: 'Silver 88 01.cbz', after: { volume: 7, chapter: null } },
    ])
    expect(await numbersOf(id)).toEqual(before)

    const ruleId = await correct(rule)
    expect((await numbersOf(id))[1]).toEqual(['Silver 88 01', 7, null])
    put(folder, { 'Silver/Silver 88 02.cbz': data })
    await scan(server, id)
    expect((await numbersOf(id))[2]).toEqual(['Silver 88 02', 7, null])
    await scan(server, id, 'deep')
    expect((await numbersOf(id))[1]).toEqual(['Silver 88 01', 7, null])

    const changed = { change: { offset: { chapter: 100 } } }
    expect((await call('PATCH', `/name-rules/${ruleId}`, changed)).status).toBe(200)
    await settled(server)
    expect((await numbersOf(id))[1]![2]).toBe(101)
    expect((await call('DELETE', `/name-rules/${ruleId}`)).status).toBe(204)
    await settled(server)
    expect((await numbersOf(id)).slice(0, 2)).toEqual(before)
  })

  test('goes before the file, but not before what a person edited or locked', async () => {
    const data = await makeCbz({
      pages: 1,
      width: 8,
      height: 8,
      comicInfo: { Title: 'From the file', Volume: 3, Year: 2001 },
    })
    const { id } = await libraryWith({ 'S/a.cbz': data, 'S/b.cbz': data })
    const [a, b] = await booksOf(server, id)
    await call('PATCH', `/books/${a!.id}/metadata`, { volume: 9 })
    const ruleId = await correct({
      libraryId: id,
      match: 'text',
      pattern: 'S',
      on: 'folder',
      change: { set: { title: 'Corrected', volume: 5, year: 1999 } },
    })
    expect(await numbersOf(id)).toEqual([
      ['Corrected', 9, null],
      ['Corrected', 5, null],
    ])
    const { body } = await call('GET', `/books/${b!.id}/metadata`)
    expect(body.year).toBe(1999)
    const parse = await call('GET', `/books/${b!.id}/parse`)
    expect(parse.body.values).toContainEqual({
      field: 'volume',
      value: 5,
      source: `rule:${ruleId}`,
      because: withText(sourceMessages.rule()),
      locked: false,
    })
    await call('DELETE', `/name-rules/${ruleId}`)
    await settled(server)
    expect(await numbersOf(id)).toEqual([
      ['From the file', 9, null],
      ['From the file', 3, null],
    ])
  })

  test('is what a reset to the file goes back to', async () => {
    const { id } = await libraryWith({ 'S/S v01.cbz': await comic() })
    await correct({
      libraryId: id,
      match: 'glob',
      pattern: '*',
      on: 'file',
      change: { offset: { volume: 10 } },
    })
    const [book] = await booksOf(server, id)
    await call('PATCH', `/books/${book!.id}/metadata`, { volume: 2 })
    await call('DELETE', `/books/${book!.id}/metadata`)
    expect((await numbersOf(id))[0]![1]).toBe(11)
  })

  test('merges two folders into one series, and splits them when it goes', async () => {
    const data = await comic()
    const { id } = await libraryWith({
      'Shelf/Batman/1.cbz': data,
      'Shelf/Batman/2.cbz': data,
      'More/Batman/3.cbz': data,
      'Other/Batman/4.cbz': data,
    })
    const before = await seriesOf(server, id)
    const change = { set: { series: 'Batman' }, acrossFolders: true }
    const [first, second] = ['Shelf/Batman', 'More/Batman']
    const base = { libraryId: id, match: 'text', on: 'folder', change }
    await correct({ ...base, pattern: first })
    const ruleId = await correct({ ...base, pattern: second })
    const largest = before.find(({ bookCount }) => bookCount === 2)!
    expect(
      (await booksOf(server, id)).filter(({ seriesId }) => seriesId === largest.id),
    ).toHaveLength(3)
    await call('DELETE', `/name-rules/${ruleId}`)
    await settled(server)
    const after = await seriesOf(server, id)
    expect(after.map(({ id: one, bookCount }) => [one, bookCount]).toSorted()).toEqual(
      before.map(({ id: one, bookCount }) => [one, bookCount]).toSorted(),
    )
  })

  test('renames the series of a folder, except where a person did', async () => {
    const { id } = await libraryWith({ 'Shrt/1.cbz': await comic() })
    const rule = {
      libraryId: id,
      match: 'text',
      pattern: 'Shrt',
      on: 'folder',
      change: { set: { series: 'Short' } },
    }
    const told = await call('POST', '/name-rules/preview', rule)
    expect(told.body[0].series).toMatchObject([{ title: 'Shrt', titleAfter: 'Short' }])
    await correct(rule)
    const [series] = await seriesOf(server, id)
    expect(series!.title).toBe('Short')
    await call('PATCH', `/series/${series!.id}`, { title: 'Mine' })
    await correct({ ...rule, change: { set: { series: 'Other' } } })
    expect((await seriesOf(server, id))[0]!.title).toBe('Mine')
  })

  test('for all libraries counts in each', async () => {
    const one = await libraryWith({ 'G/Gone v01.cbz': await comic() })
    const two = await libraryWith({ 'G/Gone v02.cbz': await comic() })
    const id = await correct({
      match: 'glob',
      pattern: 'gone*',
      on: 'file',
      change: { countAs: 'chapter' },
    })
    expect(await numbersOf(one.id)).toEqual([['Gone v01', null, 1]])
    expect(await numbersOf(two.id)).toEqual([['Gone v02', null, 2]])
    await call('DELETE', `/name-rules/${id}`)
    await settled(server)
  })

  test('leaves alone what it is not about', async () => {
    const data = await comic()
    const { id } = await libraryWith({ 'A/A v01.cbz': data, 'B/B v01.cbz': data })
    const before = await shelfOf(server, id)
    await correct({
      libraryId: id,
      match: 'text',
      pattern: 'No such name.cbz',
      on: 'file',
      change: { set: { series: 'X' } },
    })
    expect(await shelfOf(server, id)).toEqual(before)
  })
})

describe('the explanation of a book', () => {
  test('says in words which rule gave which value, and hides folders from readers', async () => {
    const { id } = await libraryWith({
      'Deep/Saga (2012)/Saga v03 (2014) (Digital).cbz': await comic(),
    })
    const [book] = await booksOf(server, id)
    const { status, body } = await call('GET', `/books/${book!.id}/parse`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      bookId: book!.id,
      fileName: 'Saga v03 (2014) (Digital).cbz',
      folder: 'Deep/Saga (2012)',
      series: { title: 'Saga', because: withText(groupingMessages.from_folder()) },
      rules: [],
    })
    expect(body.read).toContainEqual(
      expect.objectContaining({ field: 'volume', value: 3, source: 'file', ruleId: null }),
    )
    expect(body.values).toContainEqual({
      field: 'volume',
      value: 3,
      source: 'path',
      because: withText(sourceMessages.path()),
      locked: false,
    })
    const asReader = await call('GET', `/books/${book!.id}/parse`, undefined, 'ann')
    expect(asReader.body.folder).toBeNull()
    expect((await call('GET', `/books/${Bun.randomUUIDv7()}/parse`)).status).toBe(404)
  })
})

describe('corrections', () => {
  const rule = { match: 'glob', pattern: 'x*', on: 'file', change: { set: { volume: 1 } } }

  test('are listed in their order, those of a library with those for all', async () => {
    const { id } = await libraryWith({ 'A/A.cbz': await comic() })
    const { id: other } = await libraryWith({ 'A/A.cbz': await comic() })
    const own = await correct({ ...rule, libraryId: id })
    const all = await correct(rule)
    await correct({ ...rule, libraryId: other })
    const { body } = await call('GET', `/name-rules?libraryId=${id}`)
    expect(body.data.map((one: { id: string }) => one.id)).toEqual([all, own])
    expect((await call('GET', `/name-rules/${own}`)).body).toMatchObject({ ...rule, libraryId: id })
    await call('DELETE', `/name-rules/${all}`)
    expect((await call('GET', `/name-rules/${all}`)).status).toBe(404)
    await settled(server)
  })

  const wrong: [string, Record<string, unknown>][] = [
    ['nothing to change', { ...rule, change: {} }],
    ['a merge without a series', { ...rule, change: { countAs: 'volume', acrossFolders: true } }],
    ['an empty series', { ...rule, change: { set: { series: ' ' } } }],
    ['a pattern without end', { ...rule, pattern: 'x'.repeat(501) }],
    ['an empty pattern', { ...rule, pattern: '' }],
    ['a regular expression', { ...rule, match: 'regex' }],
    ['a volume that is text', { ...rule, change: { set: { volume: '1' } } }],
    ['an unknown field', { ...rule, change: { set: { publisher: 'X' } } }],
  ]
  for (const [what, body] of wrong) {
    test(`are refused with ${what}`, async () => {
      expect((await call('POST', '/name-rules', body)).status).toBe(400)
      expect((await call('POST', '/name-rules/preview', body)).status).toBe(400)
    })
  }

  test('need the right to change libraries', async () => {
    for (const as of ['ann', 'nobody']) {
      const expected = as === 'ann' ? 403 : 401
      expect((await call('GET', '/name-rules', undefined, as)).status).toBe(expected)
      expect((await call('POST', '/name-rules', rule, as)).status).toBe(expected)
      expect((await call('POST', '/name-rules/preview', rule, as)).status).toBe(expected)
    }
    const missing = { ...rule, libraryId: Bun.randomUUIDv7() }
    expect((await call('POST', '/name-rules', missing)).status).toBe(404)
  })
})
