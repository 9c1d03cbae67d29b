/** Values in responses of providers: what has a wrong type or is out of range is absent. */
import { expect, test } from 'bun:test'
import { acceptDocuments, readKey } from '../../../src/ingest/providers/prose/openlibrary-works'
import { decodeBase36 } from '../../../src/ingest/providers/text/base-36'
import { splitSource } from '../../../src/ingest/providers/text/plain-text'
import {
  listWriters,
  readDate,
  readIsbns,
  readRoles,
} from '../../../src/ingest/providers/text/read-book'
import * as read from '../../../src/ingest/providers/text/read-json'
import {
  acceptList,
  acceptObject,
  findGraphqlError,
  isIdentified,
} from '../../../src/ingest/providers/text/response-shape'

test.each([
  ['0', '0'],
  ['z', '35'],
  ['10', '36'],
  ['Z', '35'],
  ['1y2p0ij32e8e7', '9223372036854775807'],
  ['1y2p0ij32e8e8', undefined],
  ['zzzzzzzzzzzzzz', undefined],
  ['', undefined],
  ['a-b', undefined],
])('%s in base 36', (id, number) => expect(decodeBase36(id)).toBe(number))

test.each<[unknown, read.JsonObject]>([
  [{ a: 1 }, { a: 1 }],
  [[1], {}],
  [null, {}],
  ['x', {}],
])('%p as an object', (value, expected) => expect(read.readObject(value)).toEqual(expected))

test('lists have at most 100 items', () => {
  const many = Array.from({ length: 101 }, (_, n) => n)
  expect([read.readItems(many).length, read.readItems({ length: 3 })]).toEqual([100, []])
})

test.each<[unknown, string | undefined]>([
  ['  a\nb\t&amp; c  ', 'a b & c'],
  [' ', undefined],
  [5, undefined],
  ['x'.repeat(501), 'x'.repeat(500)],
  ['&amp;'.repeat(500), '&'.repeat(400)],
])('%p as a line', (value, line) => expect(read.readLine(value)).toBe(line))

test.each<[unknown, number | undefined, number | undefined]>([
  [0, 0, 0],
  ['12', 12, 12],
  ['', undefined, undefined],
  [' ', undefined, undefined],
  ['x', undefined, undefined],
  [Number.NaN, undefined, undefined],
  [true, undefined, undefined],
  [1.5, 1.5, undefined],
  [-1, -1, undefined],
  [2_147_483_647, 2_147_483_647, 2_147_483_647],
  [2_147_483_648, 2_147_483_648, undefined],
])('%p as a number and an integer', (value, number, integer) => {
  expect([read.readNumber(value), read.readInteger(value)]).toEqual([number, integer])
})

test('integers have bounds of their own', () => {
  const of = (value: number) => read.readInteger(value, { min: 1, max: 3 })
  expect([0, 1, 3, 4].map(of)).toEqual([undefined, 1, 3, undefined])
})

test.each<[unknown, number | undefined]>([
  [1000, 1000],
  ['0999', undefined],
  [2999, 2999],
  [3000, undefined],
  ['since 2005', 2005],
  ['2005-06-07', 2005],
  ['99', undefined],
  [null, undefined],
])('%p as a year', (value, year) => expect(read.readYear(value)).toBe(year))

test.each<[unknown, string | undefined]>([
  [5, '5'],
  [1.5, undefined],
  [2 ** 53, undefined],
  ['a', 'a'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), undefined],
  ['', undefined],
  [null, undefined],
])('%p as an ID', (value, id) => expect(read.readId(value)).toBe(id))

const longUrl = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`
test.each<[unknown, string | undefined]>([
  ['https://a.example/b', 'https://a.example/b'],
  ['http://a.example', 'http://a.example/'],
  ['ftp://a.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['a.example', undefined],
  [longUrl(500), longUrl(500)],
  [`https://a.example/${'ä'.repeat(330)}`, `https://a.example/${'%C3%A4'.repeat(330)}`],
  [`https://a.example/${'ä'.repeat(331)}`, undefined],
])('a web address: %#', (value, url) => expect(read.readUrl(value)).toBe(url))

test.each<[unknown, unknown, object | undefined]>([
  [5, 10, { score: 50, voteCount: 10 }],
  [10, undefined, { score: 100 }],
  [10.1, 1, undefined],
  [0, 1, undefined],
  [0.01, 1, { score: 0.1, voteCount: 1 }],
  [3.333, -1, { score: 33.33 }],
  ['7', 0, { score: 70, voteCount: 0 }],
  [null, 1, undefined],
])('a rating of %p with %p votes, of at most 10', (value, voteCount, rating) => {
  expect(read.readRating(value, { best: 10, voteCount })).toEqual(rating as never)
})

test('distinct lines, members that are present, lists that are not empty', () => {
  expect(read.readLines(['a', 'b', 'a', 5, ''])).toEqual(['a', 'b'])
  expect(read.omitAbsent({ a: undefined, b: null, c: 0 })).toEqual({ b: null, c: 0 })
  expect([read.nonEmpty([]), read.nonEmpty([1])]).toEqual([undefined, [1]])
})

test.each<[unknown, object]>([
  ['2005', { year: 2005 }],
  ['2005-08', { year: 2005, month: 8 }],
  ['2005-08-02', { year: 2005, month: 8, day: 2 }],
  ['2005-12-31', { year: 2005, month: 12, day: 31 }],
  ['2005-13-02', { year: 2005 }],
  ['2005-00-02', { year: 2005 }],
  ['2005-08-32', { year: 2005, month: 8 }],
  ['2005-08-00', { year: 2005, month: 8 }],
  ['August 2, 2005', { year: 2005, month: 8, day: 2 }],
  ['Aug. 2005', { year: 2005, month: 8 }],
  ['2 Aug 2005', { year: 2005, month: 8, day: 2 }],
  ['1 January 2005', { year: 2005, month: 1, day: 1 }],
  ['Dec 2005', { year: 2005, month: 12 }],
  ['Foo 2005', { year: 2005 }],
  ['an edition of 2005 in two parts', { year: 2005 }],
  ['between 2005 and 2006', {}],
  ['0999-01-01', {}],
  ['', {}],
  [5, {}],
])('the date %p', (value, date) => expect(readDate(value)).toEqual(date))

test('ISBNs are distinct, of 13 digits, and valid', () => {
  expect(readIsbns(['0-306-40615-2', '9780306406157', '123', 5])).toEqual(['9780306406157'])
})

test('roles are those of the catalog, each once', () => {
  expect(readRoles('Ann', ['Writer', ' story ', 'cover', 'juggler'])).toEqual([
    { name: 'Ann', role: 'writer' },
    { name: 'Ann', role: 'cover_artist' },
  ])
  const authors = [
    ...readRoles('Ann', ['writer', 'editor']),
    ...readRoles('Bob', ['author']),
    ...readRoles('Ann', ['plotter']),
  ]
  expect(listWriters(authors)).toEqual(['Ann', 'Bob'])
})

test.each([
  ['A text. (Source: Here)', { text: 'A text.', source: 'Here' }],
  ['A text.', { text: 'A text.', source: undefined }],
  ['(Source: Here) A text.', { text: '(Source: Here) A text.', source: undefined }],
])('the source of %p', (text, parts) => expect(splitSource(text)).toEqual(parts))

test('a response has the documented shape', () => {
  const accepts = acceptObject('data.work', isIdentified)
  expect(
    [
      { data: { work: { id: 1 } } },
      { data: { work: {} } },
      { data: { work: [{ id: 1 }] } },
      { data: null },
      null,
    ].map((one) => accepts(one)),
  ).toEqual([true, false, false, false, false])
  expect(acceptObject('', isIdentified)({ id: 'a' })).toBe(true)
  const listed = acceptList('items', isIdentified)
  expect(
    [
      { items: [] },
      { items: [{}, { id: 1 }] },
      { items: [{}] },
      { items: [1, { id: 1 }] },
      { items: {} },
      {},
    ].map((one) => listed(one)),
  ).toEqual([true, true, false, false, false, false])
})

test.each<[unknown, string | undefined]>([
  [{ data: 1 }, undefined],
  [{ errors: null }, undefined],
  [{ errors: [] }, undefined],
  [{ errors: {} }, 'broken'],
  [{ errors: [{}] }, 'broken'],
  [{ errors: [{ status: 401 }] }, 'unauthorized'],
  [{ errors: [{ status: 403 }] }, 'unauthorized'],
  [{ errors: [{ status: 404 }] }, 'not_found'],
  [{ errors: [{ status: 429 }] }, 'busy'],
  [{ errors: [{ status: 500 }] }, 'broken'],
  [{ errors: [{ extensions: { code: 'invalid-jwt' } }] }, 'unauthorized'],
])('the GraphQL error of %j', (body, code) => expect(findGraphqlError(body)).toBe(code as never))

test('documents of Open Library have a key and a title', () => {
  const whole = { key: '/works/OL1W', title: 'Dune' }
  const accepts = (doc: object) => acceptDocuments({ docs: [doc] })
  expect(accepts(whole)).toBe(true)
  expect([accepts({ key: whole.key }), accepts({ title: whole.title })]).toEqual([false, false])
  expect(readKey('/works/OL123456789012W')).toBe('OL123456789012W')
  const wrong = ['/works/OL1234567890123W', '/books/OL1W', '/works/OLW', 'OL1W', 5]
  expect(wrong.map(readKey)).toEqual(wrong.map(() => undefined))
})
