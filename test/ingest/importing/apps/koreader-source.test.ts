/** Reading of KOReader's files, also of hostile ones. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../../../../src/errors'
import { openAppSource } from '../../../../src/ingest/importing/sources/apps/open-app-source'
import { makeZip } from '../../../support/make/zip'
import { buildSidecar, hashOf, writeStatistics } from './koreader-files'

const folder = mkdtempSync(join(tmpdir(), 'koreader-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const owner = { userId: '018f0000-0000-7000-8000-000000000001', username: 'ann' }

function open(bytes: string | Uint8Array, name = `${++count}.zip`) {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const work = join(folder, `work ${++count}`)
  return openAppSource({ path, folder: work }, owner)
}

const zip = (files: Record<string, string | Uint8Array>) =>
  makeZip(
    Object.entries(files).map(([name, data]) => ({ name, data: Buffer.from(data), method: 8 })),
  )

const lantern = buildSidecar({
  hash: hashOf('a'),
  path: '/mnt/us/books/Novels/The Lantern.epub',
  status: 'reading',
  modified: '2024-04-01',
  fraction: 0.62,
  rating: 4,
  note: 'again "here"',
  pages: 12,
  isText: true,
  more: `    ["annotations"] = {
        [1] = { ["datetime"] = "2024-04-01 21:03:00", ["drawer"] = "lighten", ["page"] = "/body/DocFragment[2]/body/div/p[3]/text()[2].17", ["text"] = "lamps" },
        [2] = { ["datetime"] = "2024-04-01 21:04:00", ["page"] = "/body/DocFragment[2].0" },
        [3] = { ["datetime"] = "2024-04-01 21:05:00", ["drawer"] = "lighten", ["page"] = "/FictionBook/body/p", ["text"] = "lamps" },
    },
    ["doc_props"] = { ["title"] = "The Lantern" },
`,
})
const ashfall = buildSidecar({
  hash: hashOf('b'),
  status: 'complete',
  modified: '2024-04-01',
  fraction: 1,
  pages: 4,
  page: 4,
  more: `    ["annotations"] = { { ["datetime"] = "2024-03-30 08:00:00", ["page"] = 3, ["note"] = "Look" } },
`,
})

function statistics() {
  const path = join(folder, `statistics ${++count}`)
  writeStatistics(path, {
    books: [
      { id: 1, title: 'The Lantern', hash: hashOf('a') },
      { id: 2, title: 'Other', hash: hashOf('c') },
      { id: 3, title: 'Other, changed', hash: hashOf('c') },
    ],
    pages: [
      { book: 1, page: 7, at: 1_711_998_000, total: 12 },
      { book: 1, page: 1, at: 1_711_997_800, total: 10 },
      { book: 2, page: 3, at: 1_700_000_000, total: 10 },
      { book: 3, page: 5, at: 1_700_000_100, total: 10 },
      { book: 9, page: 5, at: 1_700_000_100, total: 10 },
    ],
  })
  return readFileSync(path)
}

test('sidecars and statistics are read together', async () => {
  const source = await open(
    zip({
      'books/Novels/The Lantern.sdr/metadata.epub.lua': lantern,
      'books/Ashfall/Ashfall 01.sdr/metadata.cbz.lua': ashfall,
      'books/Ashfall/Ashfall 01.sdr/metadata.cbz.lua.old': 'something else',
      'koreader/settings/statistics.sqlite3': statistics(),
      'books/Bad.sdr/metadata.epub.lua': 'return { os.exit() }',
    }),
  )
  expect(source.kind).toBe('koreader')
  expect([...source.books()]).toMatchObject([
    {
      foreignId: hashOf('a'),
      path: '/mnt/us/books/Novels/The Lantern.epub',
      partialMd5: hashOf('a'),
      seriesTitle: 'The Lantern',
      pageCount: null,
    },
    { foreignId: hashOf('b'), path: 'books/Ashfall/Ashfall 01.cbz', pageCount: 4 },
    { foreignId: hashOf('c'), path: null, seriesTitle: 'Other, changed' },
  ])
  expect([...source.readings()]).toMatchObject([
    // The percentage of the book, at the last time of a page.
    { position: { page: null, fraction: 0.62, at: new Date(1_711_998_000_000) } },
    { completions: [{ completedAt: new Date('2024-04-01T00:00:00Z') }], position: null },
    { position: { fraction: 0.5, at: new Date(1_700_000_100_000) } },
  ])
  const session = { kind: 'session', activeMs: 30_000 }
  const [start, later] = [1_711_997_800_000, 1_700_000_000_000]
  expect([...source.personal()]).toMatchObject([
    { kind: 'session', startedMs: start, endedMs: start + 230_000, activeMs: 60_000 },
    { kind: 'rating', rating: 80, note: 'again "here"' },
    { kind: 'bookmark', page: null, place: { section: 2, elements: [], offset: 0 }, note: null },
    {
      kind: 'highlight',
      place: { section: 2, elements: ['div[1]', 'p[3]'], offset: 17 },
      passage: 'lamps',
      color: 'yellow',
      at: new Date('2024-04-01T21:03:00Z'),
    },
    { kind: 'bookmark', page: 3, note: 'Look', at: new Date('2024-03-30T08:00:00Z') },
    { ...session, startedMs: later, endedMs: later + 30_000, share: 0.1 },
    { ...session, startedMs: later + 100_000, endedMs: later + 130_000, share: 0.1 },
  ])
  expect(source.leftOut()).toMatchObject([
    { code: 'imports.left_out.highlights', params: { count: 1 } },
    { code: 'imports.left_out.damaged_files', params: { count: 1 } },
  ])
})

function readSessions(pages: Parameters<typeof writeStatistics>[1]['pages']) {
  const path = join(folder, `sessions ${++count}`)
  writeStatistics(path, { books: [{ id: 1, title: 'Night', hash: hashOf('a') }], pages })
  return open(readFileSync(path), 'statistics.sqlite3')
}

test('a pause of more than ten minutes begins another session', async () => {
  const page = { book: 1, total: 10 }
  const source = await readSessions([
    { ...page, page: 4, at: 1_700_010_000 },
    { ...page, page: 1, at: 1_700_000_000 },
    { ...page, page: 2, at: 1_700_000_600 },
    { ...page, page: 2, at: 1_700_000_700 },
    { ...page, page: 9, at: 1_700_020_000, seconds: 0 },
  ])
  expect([...source.personal()]).toMatchObject([
    { startedMs: 1_700_000_000_000, endedMs: 1_700_000_730_000, activeMs: 90_000, share: 0.2 },
    { startedMs: 1_700_010_000_000, endedMs: 1_700_010_030_000, activeMs: 30_000, share: 0.1 },
  ])
})

test('a session has at most twelve hours, whatever the file says', async () => {
  const page = { book: 1, total: 10 }
  const source = await readSessions([
    { ...page, page: 1, at: 1_700_000_000, seconds: 2_000_000_000 },
    { ...page, page: 2, at: 1_700_100_000, seconds: -5 },
  ])
  const hours = 12 * 3_600_000
  expect([...source.personal()]).toMatchObject([{ activeMs: hours, share: 0.1 }])
})

test('one sidecar and the statistics alone are read', async () => {
  expect([...(await open(lantern, 'metadata.epub.lua')).books()]).toHaveLength(1)
  expect([...(await open(statistics(), 'statistics.sqlite3')).readings()]).toHaveLength(2)
})

test('older files are read', async () => {
  const old = `return {
    ["bookmarks"] = {
      [1] = { ["page"] = 2, ["datetime"] = "2019-05-04 10:00:00", ["notes"] = "Look" },
      [2] = { ["page"] = 3, ["highlighted"] = true, ["notes"] = "words", ["text"] = "Page 3 words @ 2019-05-04 10:00:00" },
      [3] = { ["page"] = 4, ["highlighted"] = true, ["notes"] = "more", ["text"] = "Mine" },
      [4] = { ["page"] = 5, ["highlighted"] = true },
    },
    ["last_page"] = 2, ["doc_pages"] = 8,
    ["stats"] = { ["md5"] = "${hashOf('d')}", ["title"] = "Old" },
  }`
  const source = await open(old)
  expect([...source.books()]).toMatchObject([{ partialMd5: hashOf('d'), seriesTitle: 'Old' }])
  expect([...source.personal()]).toMatchObject([
    { kind: 'bookmark', page: 2, note: 'Look' },
    { kind: 'highlight', page: 3, passage: 'words', note: null },
    { kind: 'highlight', page: 4, passage: 'more', note: 'Mine' },
  ])
  // Nothing says when that was.
  expect([...source.readings()]).toEqual([])
  expect(source.leftOut()).toMatchObject([
    { code: 'imports.left_out.highlights', params: { count: 1 } },
    { code: 'imports.left_out.undated_books', params: { count: 1 } },
  ])
})

test('the newest of several copies counts, and an abandoned book is not finished', async () => {
  const sidecar = (modified: string, fraction: number) =>
    buildSidecar({ hash: hashOf('a'), status: 'abandoned', modified, fraction })
  const source = await open(
    zip({
      '1.sdr/metadata.epub.lua': sidecar('2024-01-01', 0.1),
      '2.sdr/metadata.epub.lua': sidecar('2024-03-01', 0.3),
      '3.sdr/metadata.epub.lua': sidecar('2024-02-01', 0.2),
    }),
  )
  expect([...source.readings()]).toMatchObject([{ completions: [], position: { fraction: 0.3 } }])
})

test('values out of range are left out', async () => {
  const source = await open(
    `return { ["percent_finished"] = 7, ["doc_pages"] = -3, ["last_page"] = 1e30, ["partial_md5_checksum"] = "no hash",
      ["doc_path"] = "/x/y\\0.epub", ["summary"] = { ["rating"] = 60, ["modified"] = "someday", ["status"] = { } },
      ["annotations"] = { 1, "x", { ["page"] = -1 }, { ["page"] = 1e300 } } }`,
  )
  expect([...source.books()]).toMatchObject([
    { foreignId: '/x/y.epub', partialMd5: null, pageCount: null },
  ])
  expect([...source.readings()]).toEqual([])
  expect([...source.personal()]).toEqual([])
})

const refusalOf = async (bytes: string | Uint8Array) => {
  try {
    await open(bytes)
  } catch (error) {
    if (error instanceof Refusal) return String(error.userMessage.code)
    throw error
  }
  return 'read'
}

test('a place that is nested more deeply than any book is left out', async () => {
  const mark = (depth: number) =>
    `{ ["drawer"] = "lighten", ["text"] = "words", ["page"] = "/body/DocFragment[1]/body${'/p'.repeat(depth)}/text().0" }`
  const source = await open(
    `return { ["partial_md5_checksum"] = "${hashOf('a')}", ["annotations"] = { ${mark(100)}, ${mark(900)} } }`,
  )
  expect([...source.personal()]).toMatchObject([{ kind: 'highlight', passage: 'words' }])
  expect(source.leftOut()).toMatchObject([{ params: { count: 1 } }])
})

test('what cannot be read is refused', async () => {
  const cases: [string, string | Uint8Array, string][] = [
    ['a program', 'return { os.execute("true") }', 'imports.no_app_file'],
    ['an empty ZIP file', zip({}), 'imports.no_app_file'],
    ['a ZIP file of other things', zip({ 'a.txt': 'x' }), 'imports.no_app_file'],
    [
      'a cut ZIP file',
      zip({ 'x.sdr/metadata.epub.lua': lantern }).subarray(0, 40),
      'imports.no_app_file',
    ],
    ['a cut database', statistics().subarray(0, 3000), 'imports.damaged'],
    ['another database', new Uint8Array(Buffer.from('SQLite format 3\0')), 'imports.damaged'],
  ]
  for (const [name, bytes, code] of cases) {
    expect(`${name}: ${await refusalOf(bytes)}`).toBe(`${name}: ${code}`)
  }
})

test('one sidecar is no larger than those of an archive', async () => {
  expect(await refusalOf(`return {} ${'--\n'.repeat(1_500_000)}`)).toBe('imports.no_app_file')
})

test('too many entries are refused', async () => {
  const bookmarks = '{["page"]=1},'.repeat(10_000)
  const many = Object.fromEntries(
    Array.from({ length: 11 }, (_, i) => [
      `${i}.sdr/metadata.cbz.lua`,
      `return {["annotations"]={${bookmarks}}}`,
    ]),
  )
  expect(await refusalOf(zip(many))).toBe('imports.too_many_entries')
})

test('a bomb is not unpacked', async () => {
  const spaces = `return {${' '.repeat(5 * 2 ** 20)}}`
  const bomb = zip({ 'x.sdr/metadata.epub.lua': spaces, 'y.sdr/metadata.epub.lua': lantern })
  const source = await open(bomb)
  expect([...source.books()]).toHaveLength(1)
  expect(source.leftOut().map(({ code }) => String(code))).toContain(
    'imports.left_out.damaged_files',
  )
  const large = `return {${' '.repeat(3.9 * 2 ** 20)}}`
  const many = Object.fromEntries(
    Array.from({ length: 26 }, (_, i) => [`${i}.sdr/metadata.epub.lua`, large]),
  )
  expect(await refusalOf(zip(many))).toBe('imports.file_too_large')
})
