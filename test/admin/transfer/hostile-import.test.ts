/** Exports that were made by other people, or changed by hand. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImportRefused, LineReader } from '../../../src/admin/transfer/files/line-reader'
import { importReading } from '../../../src/admin/transfer/import/import-reading'
import { startTestServer, type TestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let folder: string
let seriesId: string
let bookId: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-import-'))
  server = await startTestServer()
  const library = await seedLibrary(server, { path: '/books' })
  const row = await seedSeries(server, library, { title: 'Night' })
  seriesId = row.id
  bookId = (await seedBook(server, row, { title: 'A', format: 'epub' })).id
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const instant = '2026-05-01T10:00:00.000Z'
const changed = { createdAt: instant, updatedAt: instant }
const foreignId = '01999999-0000-7000-8000-000000000001'

async function importFiles(files: Record<string, object[]>, users = new Map<string, string>()) {
  const place = mkdtempSync(join(folder, 'export-'))
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'export.json'), '{"quireExport":1}')
  for (const [name, lines] of Object.entries(files)) {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`)
    writeFileSync(join(place, `${name}.jsonl`), text.join(''))
  }
  return importReading(server.ctx, { folder: place, users, applies: true })
}

const send = async (method: string, path: string, as: string, body?: object) =>
  server.call(method, path, { as, ...(body && { body }) })

const idOf = (name: string) => server.getUserId(name)

const book = () => ({ id: bookId, title: 'A', series: seriesId, path: null, identity: 'x' })

describe('a list of an export', () => {
  const list = (values: object) => ({
    name: 'Mine',
    sharing: 'private',
    ordered: false,
    condition: null,
    people: [],
    items: [],
    ...changed,
    ...values,
  })

  test('adds nothing to the list of somebody else that has the same ID', async () => {
    const made = await send('POST', '/readlists', 'ann', { name: 'Private of Ann' })
    const ofAnn = made.body.id as string
    const files = {
      users: [{ id: foreignId, name: 'max' }],
      books: [book()],
      read_lists: [
        list({ id: ofAnn, owner: foreignId, items: [{ item: bookId, addedAt: instant }] }),
      ],
    }
    await importFiles(files)
    await importFiles(files)
    expect((await send('GET', `/readlists/${ofAnn}`, 'ann')).body).toMatchObject({
      name: 'Private of Ann',
      bookCount: 0,
    })
    const { data } = (await send('GET', '/readlists', 'max')).body
    expect(data).toMatchObject([{ name: 'Mine', bookCount: 1 }])
    expect(data[0].id).not.toBe(ofAnn)
  })

  test('is shared once with an account that two users of the export belong to', async () => {
    const people = [
      { user: foreignId, canEdit: false },
      { user: idOf('max'), canEdit: false },
    ]
    await importFiles(
      {
        users: [
          { id: foreignId, name: 'bob' },
          { id: idOf('max'), name: 'max' },
          { id: idOf('ann'), name: 'ann' },
        ],
        books: [book()],
        read_lists: [
          list({
            id: Bun.randomUUIDv7(),
            owner: idOf('ann'),
            sharing: 'people',
            people,
            items: [{ item: bookId, addedAt: instant }],
          }),
        ],
      },
      new Map([
        ['bob', 'max'],
        ['max', 'max'],
        ['ann', 'ann'],
      ]),
    )
    expect((await send('GET', '/readlists', 'max')).body.data).toMatchObject([{ name: 'Mine' }])
  })
})

test('an account that has the ID of one user is not also that of another with its name', async () => {
  const ann = idOf('ann')
  const rating = { book: bookId, rating: null, favorite: false, ...changed }
  const report = await importFiles({
    // Ann was renamed, and somebody else took the name.
    users: [
      { id: ann, name: 'anna' },
      { id: foreignId, name: 'ann' },
    ],
    books: [book()],
    ratings: [{ ...rating, user: foreignId, note: 'secret of the other one' }],
  })
  expect([...report.withoutAccount]).toEqual([['ann', 1]])
  expect((await send('GET', `/books/${bookId}/rating`, 'ann')).body.notes ?? null).toBe(null)
})

test('both positions of two users for one account count: the newest one wins', async () => {
  const position = (user: string, page: number, time: string) => ({
    user,
    book: bookId,
    pass: 1,
    page,
    fraction: 0.1,
    completed: false,
    started: true,
    hidden: false,
    startedAt: instant,
    positionAt: time,
    updatedAt: time,
  })
  const users = new Map([
    ['bob', 'ann'],
    ['eve', 'ann'],
  ])
  const other = '01999999-0000-7000-8000-000000000002'
  await importFiles(
    {
      users: [
        { id: foreignId, name: 'bob' },
        { id: other, name: 'eve' },
      ],
      books: [book()],
      progress: [
        position(foreignId, 3, '2026-05-01T10:00:00.000Z'),
        position(other, 8, '2026-06-01T10:00:00.000Z'),
      ],
    },
    users,
  )
  const { body } = await send('GET', `/books/${bookId}/progress`, 'ann')
  expect(body).toMatchObject({ currentPage: 8 })
})

test('a book that is listed twice loses nothing', async () => {
  const bookmark = { user: foreignId, book: bookId, fraction: 0.5, ...changed }
  await importFiles({
    users: [{ id: foreignId, name: 'ann' }],
    books: [book(), book()],
    bookmarks: [
      { ...bookmark, page: 3 },
      { ...bookmark, page: 4, createdAt: '2026-05-02T10:00:00.000Z' },
    ],
  })
  expect((await send('GET', `/books/${bookId}/bookmarks`, 'ann')).body.total).toBe(2)
})

describe('refuses before anything is written', () => {
  const reader = { user: foreignId, book: '' }
  const bookmark = { ...reader, page: 3, fraction: 0.5, ...changed }
  const highlight = {
    ...reader,
    locator: {},
    passage: 'x',
    color: 'blue',
    fraction: 0.5,
    ...changed,
  }
  const rating = { ...reader, rating: 50, favorite: false, ...changed }
  const completion = { ...reader, pass: 1, startedAt: instant, completedAt: instant }
  test.each([
    { name: 'a page that no book has', kind: 'bookmarks', line: { ...bookmark, page: 3e9 } },
    { name: 'a page before the first one', kind: 'bookmarks', line: { ...bookmark, page: -1 } },
    { name: 'a fraction above one', kind: 'bookmarks', line: { ...bookmark, fraction: 7 } },
    { name: 'a list for a word', kind: 'highlights', line: { ...highlight, color: ['blue'] } },
    { name: 'a null character', kind: 'bookmarks', line: { ...bookmark, note: 'a\u0000b' } },
    {
      name: 'a null character in a locator',
      kind: 'highlights',
      line: { ...highlight, locator: { href: { deep: ['a\u0000b'] } } },
    },
    { name: 'a rating above 100', kind: 'ratings', line: { ...rating, rating: 5000 } },
    {
      name: 'a time before our era',
      kind: 'completions',
      line: { ...completion, startedAt: '-000100-01-01T00:00:00Z' },
    },
    {
      name: 'a time in the far future',
      kind: 'completions',
      line: { ...completion, completedAt: '+200000-01-01T00:00:00Z' },
    },
    { name: 'a negative pass', kind: 'completions', line: { ...completion, pass: -4 } },
  ])('$name', async ({ kind, line }) => {
    const kept = { ...rating, book: bookId, note: 'first', user: foreignId }
    const work = importFiles({
      users: [{ id: foreignId, name: 'ann' }],
      books: [book()],
      ratings: kind === 'ratings' ? [{ ...line, book: bookId }] : [kept],
      ...(kind !== 'ratings' && { [kind]: [{ ...line, book: bookId }] }),
    })
    const error = await work.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ImportRefused)
    expect((error as Error).message).toContain(`of ${kind}.jsonl cannot be imported`)
    expect((await send('GET', `/books/${bookId}/rating`, 'ann')).body.notes ?? null).toBe(null)
  })
})

describe('a file of an export that is not one is refused', () => {
  const write = (name: string, make: (path: string) => void) => {
    const place = mkdtempSync(join(folder, 'export-'))
    if (name !== 'export.json') writeFileSync(join(place, 'export.json'), '{"quireExport":1}')
    make(join(place, name))
    return importReading(server.ctx, { folder: place, users: new Map(), applies: true }).catch(
      (reason: unknown) => reason,
    )
  }
  const makers = [
    { what: 'a pipe', make: (path: string) => void Bun.spawnSync(['mkfifo', path]) },
    { what: 'a device', make: (path: string) => symlinkSync('/dev/zero', path) },
    { what: 'a folder', make: (path: string) => mkdirSync(path) },
  ]
  const names = ['export.json', 'users.jsonl', 'books.jsonl', 'progress.jsonl', 'read_lists.jsonl']
  test.each(makers.flatMap((one) => names.map((name) => ({ ...one, name }))))(
    '$name is $what',
    async ({ name, make }) => {
      const error = await write(name, make)
      expect(error).toBeInstanceOf(ImportRefused)
      expect((error as Error).message).toContain(`${name} is not a regular file`)
    },
  )

  test('a line that never ends', async () => {
    const error = await write('users.jsonl', (path) => {
      writeFileSync(path, Buffer.alloc(17 * 1024 * 1024, 'x'))
    })
    expect((error as Error).message).toContain('has a line of more than 16 MB')
  })

  test('a header that is too large', async () => {
    const text = `{"quireExport":1,"x":"${'x'.repeat(1024 * 1024)}"}`
    const error = await write('export.json', (path) => writeFileSync(path, text))
    expect((error as Error).message).toContain('export.json is damaged')
  })

  test('more lines of one book than any export has', async () => {
    const line = `${JSON.stringify({ user: foreignId, book: bookId, pass: 1, startedAt: instant, completedAt: instant })}\n`
    const error = await write('completions.jsonl', (path) => {
      writeFileSync(join(path, '..', 'books.jsonl'), `${JSON.stringify(book())}\n`)
      writeFileSync(path, line.repeat(500_001))
    })
    expect((error as Error).message).toContain('one book has more than 500,000 lines')
  })
})

test('a line as long as many reads keeps every character', () => {
  const place = mkdtempSync(join(folder, 'lines-'))
  // Characters of three bytes fall across the ends of reads.
  const texts = ['€'.repeat(1_000_000), 'b', '', 'ä'.repeat(131_072), '€'.repeat(5_000)]
  writeFileSync(join(place, 'x.jsonl'), texts.map((text) => `${JSON.stringify(text)}\n`).join(''))
  const reader = new LineReader(place, 'x', String)
  expect(reader.takeWhile(() => true)).toEqual(texts)
})
