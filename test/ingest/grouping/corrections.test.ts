/**
 * A correction permanently fixes a parsing error, immediately for existing books and in every scan.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import {
  addLibrary,
  listBooks,
  makeComic,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from '../scanning/scan-server'
import { makeCbz } from '../../support/make/cbz'
import { startGroupingServer, waitUntilRegrouped, listShelf } from './grouping-server'
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

async function addCorrection(rule: Record<string, unknown>) {
  const { status, body } = await call('POST', '/name-rules', rule)
  if (status !== 201) throw new Error(JSON.stringify(body))
  await waitUntilRegrouped(server)
  return body.id as string
}

async function createLibrary(files: Record<string, Uint8Array>) {
  const folder = makeFolder()
  writeFiles(folder, files)
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { id, folder }
}

const listNumbers = async (id: string) =>
  (await listBooks(server, id)).map(({ title, volume, chapter }) => [title, volume, chapter])

describe('a correction', () => {
  test('is previewed, applies to existing and later books, and can be undone', async () => {
    const data = await makeComic()
    const { id, folder } = await createLibrary({
      'Silver/Silver 88 01.cbz': data,
      'Silver/Other 5.cbz': data,
    })
    const before = await listNumbers(id)
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
    expect(await listNumbers(id)).toEqual(before)

    const ruleId = await addCorrection(rule)
    expect((await listNumbers(id))[1]).toEqual(['Silver 88 01', 7, null])
    writeFiles(folder, { 'Silver/Silver 88 02.cbz': data })
    await scanLibrary(server, id)
    expect((await listNumbers(id))[2]).toEqual(['Silver 88 02', 7, null])
    await scanLibrary(server, id, 'deep')
    expect((await listNumbers(id))[1]).toEqual(['Silver 88 01', 7, null])

    const changed = { change: { offset: { chapter: 100 } } }
    expect((await call('PATCH', `/name-rules/${ruleId}`, changed)).status).toBe(200)
    await waitUntilRegrouped(server)
    expect((await listNumbers(id))[1]![2]).toBe(101)
    expect((await call('DELETE', `/name-rules/${ruleId}`)).status).toBe(204)
    await waitUntilRegrouped(server)
    expect((await listNumbers(id)).slice(0, 2)).toEqual(before)
  })

  test('takes precedence over the file, but not over edits and locks', async () => {
    const data = await makeCbz({
      pages: 1,
      width: 8,
      height: 8,
      comicInfo: { Title: 'From the file', Volume: 3, Year: 2001 },
    })
    const { id } = await createLibrary({ 'S/a.cbz': data, 'S/b.cbz': data })
    const [a, b] = await listBooks(server, id)
    await call('PATCH', `/books/${a!.id}/metadata`, { volume: 9 })
    const ruleId = await addCorrection({
      libraryId: id,
      match: 'text',
      pattern: 'S',
      on: 'folder',
      change: { set: { title: 'Corrected', volume: 5, year: 1999 } },
    })
    expect(await listNumbers(id)).toEqual([
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
    await waitUntilRegrouped(server)
    expect(await listNumbers(id)).toEqual([
      ['From the file', 9, null],
      ['From the file', 3, null],
    ])
  })

  test('applies again after a reset to the file', async () => {
    const { id } = await createLibrary({ 'S/S v01.cbz': await makeComic() })
    await addCorrection({
      libraryId: id,
      match: 'glob',
      pattern: '*',
      on: 'file',
      change: { offset: { volume: 10 } },
    })
    const [book] = await listBooks(server, id)
    await call('PATCH', `/books/${book!.id}/metadata`, { volume: 2 })
    await call('DELETE', `/books/${book!.id}/metadata`)
    expect((await listNumbers(id))[0]![1]).toBe(11)
  })

  test('merges two folders into one series, and splits them when it is deleted', async () => {
    const data = await makeComic()
    const { id } = await createLibrary({
      'Shelf/Batman/1.cbz': data,
      'Shelf/Batman/2.cbz': data,
      'More/Batman/3.cbz': data,
      'Other/Batman/4.cbz': data,
    })
    const before = await listSeries(server, id)
    const change = { set: { series: 'Batman' }, acrossFolders: true }
    const [first, second] = ['Shelf/Batman', 'More/Batman']
    const base = { libraryId: id, match: 'text', on: 'folder', change }
    await addCorrection({ ...base, pattern: first })
    const ruleId = await addCorrection({ ...base, pattern: second })
    const largest = before.find(({ bookCount }) => bookCount === 2)!
    expect(
      (await listBooks(server, id)).filter(({ seriesId }) => seriesId === largest.id),
    ).toHaveLength(3)
    await call('DELETE', `/name-rules/${ruleId}`)
    await waitUntilRegrouped(server)
    const after = await listSeries(server, id)
    expect(after.map(({ id: one, bookCount }) => [one, bookCount]).toSorted()).toEqual(
      before.map(({ id: one, bookCount }) => [one, bookCount]).toSorted(),
    )
  })

  test('renames the series of a folder unless a user renamed it', async () => {
    const { id } = await createLibrary({ 'Shrt/1.cbz': await makeComic() })
    const rule = {
      libraryId: id,
      match: 'text',
      pattern: 'Shrt',
      on: 'folder',
      change: { set: { series: 'Short' } },
    }
    const response = await call('POST', '/name-rules/preview', rule)
    expect(response.body[0].series).toMatchObject([{ title: 'Shrt', titleAfter: 'Short' }])
    await addCorrection(rule)
    const [series] = await listSeries(server, id)
    expect(series!.title).toBe('Short')
    await call('PATCH', `/series/${series!.id}`, { title: 'Mine' })
    await addCorrection({ ...rule, change: { set: { series: 'Other' } } })
    expect((await listSeries(server, id))[0]!.title).toBe('Mine')
  })

  test('for all libraries applies to each of them', async () => {
    const one = await createLibrary({ 'G/Gone v01.cbz': await makeComic() })
    const two = await createLibrary({ 'G/Gone v02.cbz': await makeComic() })
    const id = await addCorrection({
      match: 'glob',
      pattern: 'gone*',
      on: 'file',
      change: { countAs: 'chapter' },
    })
    expect(await listNumbers(one.id)).toEqual([['Gone v01', null, 1]])
    expect(await listNumbers(two.id)).toEqual([['Gone v02', null, 2]])
    await call('DELETE', `/name-rules/${id}`)
    await waitUntilRegrouped(server)
  })

  test('does not affect other books', async () => {
    const data = await makeComic()
    const { id } = await createLibrary({ 'A/A v01.cbz': data, 'B/B v01.cbz': data })
    const before = await listShelf(server, id)
    await addCorrection({
      libraryId: id,
      match: 'text',
      pattern: 'No such name.cbz',
      on: 'file',
      change: { set: { series: 'X' } },
    })
    expect(await listShelf(server, id)).toEqual(before)
  })
})

describe('the explanation of a book', () => {
  test('names the rule behind each value, and hides folders from readers', async () => {
    const { id } = await createLibrary({
      'Deep/Saga (2012)/Saga v03 (2014) (Digital).cbz': await makeComic(),
    })
    const [book] = await listBooks(server, id)
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

  test('are listed in order, global ones with those of the library', async () => {
    const { id } = await createLibrary({ 'A/A.cbz': await makeComic() })
    const { id: other } = await createLibrary({ 'A/A.cbz': await makeComic() })
    const own = await addCorrection({ ...rule, libraryId: id })
    const all = await addCorrection(rule)
    await addCorrection({ ...rule, libraryId: other })
    const { body } = await call('GET', `/name-rules?libraryId=${id}`)
    expect(body.data.map((one: { id: string }) => one.id)).toEqual([all, own])
    expect((await call('GET', `/name-rules/${own}`)).body).toMatchObject({ ...rule, libraryId: id })
    await call('DELETE', `/name-rules/${all}`)
    expect((await call('GET', `/name-rules/${all}`)).status).toBe(404)
    await waitUntilRegrouped(server)
  })

  const wrong: [string, Record<string, unknown>][] = [
    ['nothing to change', { ...rule, change: {} }],
    [
      'acrossFolders without a series',
      { ...rule, change: { countAs: 'volume', acrossFolders: true } },
    ],
    ['an empty series', { ...rule, change: { set: { series: ' ' } } }],
    ['an endless pattern', { ...rule, pattern: 'x'.repeat(501) }],
    ['an empty pattern', { ...rule, pattern: '' }],
    ['a regular expression', { ...rule, match: 'regex' }],
    ['a volume as text', { ...rule, change: { set: { volume: '1' } } }],
    ['an unknown field', { ...rule, change: { set: { publisher: 'X' } } }],
  ]
  for (const [what, body] of wrong) {
    test(`are rejected with ${what}`, async () => {
      expect((await call('POST', '/name-rules', body)).status).toBe(400)
      expect((await call('POST', '/name-rules/preview', body)).status).toBe(400)
    })
  }

  test('require permission to edit libraries', async () => {
    for (const as of ['ann', 'anonymous']) {
      const expected = as === 'ann' ? 403 : 401
      expect((await call('GET', '/name-rules', undefined, as)).status).toBe(expected)
      expect((await call('POST', '/name-rules', rule, as)).status).toBe(expected)
      expect((await call('POST', '/name-rules/preview', rule, as)).status).toBe(expected)
    }
    const missing = { ...rule, libraryId: Bun.randomUUIDv7() }
    expect((await call('POST', '/name-rules', missing)).status).toBe(404)
  })
})
