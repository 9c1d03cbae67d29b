import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { emptyMetadata } from '../../../src/media/contents/file-metadata'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededBook } from '../../support/seed'

let server: TestServer
let book: SeededBook
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const series = await seedSeries(server, await seedLibrary(server))
  const fileMetadata = {
    ...emptyMetadata('comicinfo'),
    title: 'Of the file',
    publisher: 'TestServer',
  }
  book = await seedBook(server, series, { title: 'Before', contents: { fileMetadata } })
})

const as = 'max'
const editBook = (body: object, headers = {}) =>
  server.call('POST', `/books/${book.id}/metadata/edit`, { as, body, headers })
const getFields = async () => {
  const { body } = await server.call('GET', `/books/${book.id}/metadata/sources`, { as })
  return Object.fromEntries(
    body.fields.map((one: { field: string; value: unknown }) => [one.field, one.value]),
  )
}

test('a combined edit changes title, number, fields, resets and locks of a book together', async () => {
  const { status, body } = await editBook({
    title: 'Mine',
    number: '1.5',
    titleSort: 'Mine, sorted',
    volume: 3,
    summary: 'Words',
    reset: ['publisher'],
    locks: { summaryLock: false, yearLock: true },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ volume: 3, summary: 'Words', publisher: 'TestServer' })
  expect(body.locks).toMatchObject({
    titleLock: true,
    numberLock: true,
    volumeLock: true,
    summaryLock: false,
    yearLock: true,
    publisherLock: false,
  })
  expect(await getFields()).toMatchObject({
    title: 'Mine',
    number: '1.5',
    titleSort: 'Mine, sorted',
  })
})

test('clearing the title restores the title of the file', async () => {
  await editBook({ title: 'Mine' })
  await editBook({ title: null })
  expect((await getFields())['title']).toBe('Of the file')
})

test.each([
  [{ month: 2, day: 31 }, 'day'],
  [{ languageIso: 'not a code' }, 'languageIso'],
  [{ title: 'with \u0000' }, 'title'],
])('an edit with an invalid part changes nothing: %j', async (wrong, path) => {
  const answer = await editBook({ summary: 'Words', number: '7', ...wrong })
  expect([answer.status, answer.body.details[0].path]).toEqual([400, path])
  expect(await getFields()).toMatchObject({ summary: null, number: null, title: 'Before' })
})

test('an edit of an old version is rejected as a whole', async () => {
  const { headers } = await server.call('GET', `/books/${book.id}/metadata`, { as })
  // The ETag contains a time in milliseconds, so the next change must be later.
  await Bun.sleep(5)
  await server.call('PATCH', `/books/${book.id}`, { as, body: { title: 'Theirs' } })
  const answer = await editBook({ summary: 'Mine' }, { 'if-match': headers.get('etag')! })
  expect(answer.status).toBe(412)
  expect(await getFields()).toMatchObject({ summary: null, title: 'Theirs' })
})

test('a combined edit requires permission to edit books', async () => {
  const path = `/books/${book.id}/metadata/edit`
  expect((await server.call('POST', path, { as: 'ann', body: {} })).status).toBe(403)
})
