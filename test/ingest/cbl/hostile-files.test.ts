/** Files that are not reading lists, are damaged, or are malicious. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { maxEntries, maxFileBytes } from '../../../src/ingest/cbl/entry'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { importFile, review, writeFile } from './cbl-requests'

let server: TestServer
let bookId: string

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server)
  const saga = await seedSeries(server, library, { title: 'Sägä & Söhne', year: 2012 })
  bookId = (await seedBook(server, saga, { title: '1', chapter: 1 })).id
})
afterAll(() => server.close())

const book = '<Book Series="Saga &amp; Sohne" Number="1" Volume="2012" Year="2012"/>'

const encode16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}

const readable: [string, string | Uint8Array][] = [
  ['plain', writeFile([book])],
  ['with a byte order mark', `\ufeff${writeFile([book])}`],
  ['UTF-16, little end first', encode16(writeFile([book]), false)],
  ['UTF-16, big end first', encode16(writeFile([book]), true)],
  ['with a bare ampersand', writeFile([book.replace('&amp;', '&')])],
  ['with a prefix', writeFile([book]).replaceAll(/<(\/?)(\w)/g, '<$1c:$2')],
  ['in lower case', writeFile([book.toLowerCase()]).replaceAll('ReadingList', 'readinglist')],
]
test.each(readable)('reads a file %s', async (_, file) => {
  const { status, body } = await review(server, 'ann', file)
  expect(status).toBe(200)
  expect(body.exactCount).toBe(1)
  expect(body.entries[0].candidates[0].bookId).toBe(bookId)
})

const external = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
const laughs = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
const refused: [string, string | Uint8Array, string][] = [
  ['an external entity', external + writeFile(['<Book Series="&x;"/>']), 'cbl.declarations'],
  ['nested entities', laughs + writeFile(['<Book Series="&b;"/>']), 'cbl.declarations'],
  [
    'entities in UTF-16',
    encode16(laughs + writeFile(['<Book Series="&b;"/>']), false),
    'cbl.declarations',
  ],
  ['no XML', 'hello', 'cbl.not_cbl'],
  ['nothing', '', 'cbl.not_cbl'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'cbl.not_cbl'],
  ['another document', '<ComicInfo><Title>x</Title></ComicInfo>', 'cbl.not_cbl'],
  ['no entries', writeFile([]), 'cbl.empty'],
  [
    'a smart list',
    '<ReadingList><Name>x</Name><Books/><Matchers><ComicBookMatcher/></Matchers></ReadingList>',
    'cbl.smart_list',
  ],
  [
    'too many entries',
    writeFile(Array.from({ length: maxEntries + 1 }, () => book)),
    'cbl.too_many',
  ],
  ['deep nesting', '<ReadingList>'.repeat(5000), 'cbl.not_cbl'],
  ['very many elements', `<ReadingList>${'<a>'.repeat(200_000)}`, 'cbl.too_many'],
]
test.each(refused)('S8: refuses %s', async (_, file, code) => {
  const { status, body } = await review(server, 'ann', file)
  expect({ status, code: body.code ?? body.error?.code ?? body }).toEqual({ status: 400, code })
})

const whole = writeFile([book, book.replace('"1"', '"2"')])
const afterFirst = whole.indexOf('/>') + 2
const cuts: [string, string | Uint8Array][] = [
  ['after an entry', whole.slice(0, afterFirst)],
  ['within an entry', whole.slice(0, afterFirst + 20)],
  ['within an attribute', whole.slice(0, whole.indexOf('Sohne'))],
  ['after the entries', whole.replace(/<Matchers.*/s, '')],
  ['within the last end tag', whole.slice(0, -2)],
  ['within the name', whole.slice(0, whole.indexOf('me</Name>'))],
  ['within a comment', whole.replace('</Books>', '<!-- </Books>')],
  ['in UTF-16', encode16(whole.slice(0, afterFirst), false)],
  ['with a prefix', whole.slice(0, afterFirst).replaceAll(/<(\/?)(\w)/g, '<$1c:$2')],
]
test.each(cuts)('M4: refuses a file that is cut off %s', async (_, file) => {
  const { status, body } = await review(server, 'ann', file)
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'cbl.cut_off' })
  const choices = { books: {} }
  const imported = await importFile(server, 'ann', { file, choices, name: 'Cut' })
  expect([imported.status, imported.body.code]).toEqual([400, 'cbl.cut_off'])
})

test('refuses a large file', async () => {
  const { status } = await review(server, 'ann', ' '.repeat(maxFileBytes + 1))
  expect(status).toBe(413)
})

test('bounds the texts of entries and keeps odd numbers', async () => {
  const numbers = ['0', '-1', '1.MU', '½', '23.1', '1A', '']
  const file = writeFile([
    `<Book Series="${'x'.repeat(5000)}" Number="1\u0001" Year="99999"/>`,
    ...numbers.map((number) => `<Book Series="Odd" Number="${number}"/>`),
    '<Book/>',
  ])
  const { status, body } = await review(server, 'ann', file)
  expect(status).toBe(200)
  expect(body.entries[0].series).toHaveLength(300)
  expect(body.entries[0].year).toBeNull()
  expect(body.entries.slice(1, -1).map(({ number }: { number: string }) => number)).toEqual(numbers)
  const choices = { books: {} }
  const imported = await importFile(server, 'ann', { file, choices, name: 'Odd ones' })
  expect(imported.status).toBe(201)
  expect(imported.body.missingCount).toBe(numbers.length + 2)
})

const wrongChoices = ['', '[]', '{"books":{"0":"x"}}', '{"books":{},"skipped":[-1]}', '{']
test.each(wrongChoices)('refuses the choices %p', async (text) => {
  const form = new FormData()
  form.set('file', new File([writeFile([book])], 'list.cbl'))
  form.set('choices', text)
  form.set('name', 'Wrong')
  const response = await server.fetch('/api/v1/readlists/import', {
    method: 'POST',
    as: 'ann',
    body: form,
  })
  expect(response.status).toBe(400)
})
