/** Reading of Mihon backups, also of hostile ones. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Refusal } from '../../../../src/errors'
import { openAppSource } from '../../../../src/ingest/importing/sources/apps/open-app-source'
import { parseMihonBackup } from '../../../../src/ingest/importing/sources/apps/mihon/mihon-backup'
import { buildMihonBackup, ProtobufWriter, type WrittenBackup } from './mihon-backup'

const folder = mkdtempSync(join(tmpdir(), 'mihon-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const owner = { userId: '018f0000-0000-7000-8000-000000000001', username: 'ann' }

function open(bytes: Uint8Array) {
  const path = join(folder, `${++count}.tachibk`)
  writeFileSync(path, bytes)
  return openAppSource({ path, folder: join(folder, 'work') }, owner)
}

const read = (backup: WrittenBackup) => open(gzipSync(buildMihonBackup(backup)))

const hereId = '018f0000-0000-7000-8000-00000000abcd'
const backup: WrittenBackup = {
  mangas: [
    {
      source: 4_508_733_312_114_627_536n,
      url: 'http://nas.local/komga/api/v1/series/0K00000000020',
      title: ' Ashfall ',
      categories: [1],
      notes: 'Again in spring',
      score: 80,
      chapters: [
        {
          url: `http://nas.local/komga/api/v1/books/${hereId}`,
          number: 1,
          read: true,
          lastPageRead: 3,
          modifiedAt: '2024-03-05T00:00:00Z',
          readAt: '2024-03-01T20:15:00Z',
          readMs: 610_000,
        },
        {
          url: 'http://nas.local/komga/api/v1/books/0K2',
          number: 10.1,
          lastPageRead: 1,
          modifiedAt: '2024-03-02T21:00:00Z',
          bookmark: true,
        },
        { url: 'http://nas.local/komga/api/v1/books/0K3', number: 3 },
      ],
    },
    {
      source: 0,
      url: 'Night Ferry',
      title: 'Night Ferry',
      packedCategories: [0, 1],
      chapters: [{ url: 'Night Ferry/Night Ferry v01.cbz', lastPageRead: 6, readAt: '2024-01-01' }],
    },
    {
      title: 'Elsewhere',
      chapters: [{ url: '/c1', number: 1, read: true, modifiedAt: '2024-01-05T00:00:00Z' }],
    },
  ],
  // Manga name the order of a category, not its ID.
  categories: [
    { name: 'Daily', order: 0, id: 4 },
    { name: 'Finished', order: 1, id: 9 },
    { name: 'Empty', order: 2, id: 1 },
  ],
  sources: [{ name: 'Komga', id: 4_508_733_312_114_627_536n }],
}

test('a backup is read', async () => {
  const source = await read(backup)
  expect(source).toMatchObject({ kind: 'mihon', instance: owner.userId })
  expect([...source.books()]).toMatchObject([
    { seriesTitle: 'Ashfall', number: 1, isChapter: false, hereId, path: null },
    { seriesTitle: 'Ashfall', number: 10.1, isChapter: false, hereId: null },
    { number: null, isChapter: false, path: 'Night Ferry/Night Ferry v01.cbz' },
    { seriesTitle: 'Elsewhere', number: 1, isChapter: true },
  ])
  expect([...source.readings()]).toMatchObject([
    {
      completions: [{ completedAt: new Date('2024-03-01T20:15:00Z'), isUndated: false }],
      position: null,
    },
    { completions: [], position: { page: 2, at: new Date('2024-03-02T21:00:00Z') } },
    { position: { page: 7, at: new Date('2024-01-01T00:00:00Z'), isOfOtherFile: false } },
    { completions: [{ completedAt: new Date('2024-01-05T00:00:00Z'), isUndated: true }] },
  ])
  expect([...source.personal()]).toMatchObject([
    { kind: 'rating', rating: null, note: 'Again in spring', item: { kind: 'series' } },
    { kind: 'bookmark', page: 1, item: { kind: 'book' } },
    {
      kind: 'session',
      startedMs: Date.parse('2024-03-01T20:04:50Z'),
      endedMs: Date.parse('2024-03-01T20:15:00Z'),
      activeMs: 610_000,
    },
  ])
  const [ashfall, ferry] = [...source.seriesNames!()].map(({ foreignId }) => foreignId)
  expect([...source.lists()]).toMatchObject([
    { name: 'Daily', itemIds: [ferry], isPublic: false, ownerId: owner.userId },
    { name: 'Finished', itemIds: [ashfall, ferry] },
  ])
  expect(source.leftOut()).toMatchObject([{ code: 'imports.left_out.tracker_scores' }])
})

test('a backup that is not packed is read, and chapters that are there twice are joined', async () => {
  const url = '/c1'
  const at = '2024-01-05T00:00:00Z'
  const chapters = [
    { url, number: 1, lastPageRead: 4, modifiedAt: at },
    { url, number: 1, read: true, modifiedAt: at },
  ]
  const source = await open(buildMihonBackup({ mangas: [{ title: 'Ashfall', chapters }] }))
  expect([...source.books()]).toHaveLength(1)
  expect([...source.readings()]).toMatchObject([{ completions: [{}], position: null }])
})

test('read chapters without any date are counted, not invented', async () => {
  const chapters = [{ url: '/c1', number: 1, read: true }]
  const source = await read({ mangas: [{ title: 'Ashfall', chapters }] })
  expect([...source.readings()]).toEqual([])
  expect(source.leftOut()).toMatchObject([
    { code: 'imports.left_out.no_dates', params: { count: 1 } },
  ])
})

const refusalOf = async (bytes: Uint8Array) => {
  try {
    await open(bytes)
  } catch (error) {
    if (error instanceof Refusal) return String(error.userMessage.code)
    throw error
  }
  return 'read'
}

test('what is no backup is refused in plain words', async () => {
  const valid = gzipSync(buildMihonBackup(backup))
  const cases: [string, Uint8Array][] = [
    ['empty', new Uint8Array()],
    ['text', Buffer.from('not a backup, but quite some text')],
    ['cut gzip', valid.subarray(0, valid.length - 20)],
    ['gzip of nothing', gzipSync('')],
    ['gzip of text', gzipSync('not a backup')],
    ['group', Uint8Array.of(0x0b, 0x0c)],
    ['field 0', Uint8Array.of(0x00, 0x01)],
    ['long length', Uint8Array.of(0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)],
    ['endless number', new Uint8Array(50).fill(0xff)],
    ['number for a manga', new ProtobufWriter().int(1, 5).bytes],
  ]
  for (const [name, bytes] of cases) {
    expect(`${name}: ${await refusalOf(bytes)}`).toBe(`${name}: imports.no_app_file`)
  }
})

test('a bomb is refused before it fills the memory', async () => {
  expect(await refusalOf(gzipSync(Buffer.alloc(120 * 2 ** 20)))).toBe('imports.file_too_large')
})

test('too many entries are refused', async () => {
  const bytes = Buffer.concat(
    Array.from({ length: 100_001 }, () => Buffer.from(new ProtobufWriter().data(1, '').bytes)),
  )
  expect(await refusalOf(bytes)).toBe('imports.too_many_entries')
})

test('a small file with millions of empty fields is refused', async () => {
  // Unread chapters are no entries. Each of these has three bytes.
  const chapters = Buffer.alloc(3 * 5_000_000, Uint8Array.of(0x82, 0x01, 0))
  const length = Buffer.from(new ProtobufWriter().int(1, chapters.length).bytes).subarray(1)
  const bytes = gzipSync(Buffer.concat([Uint8Array.of(0x0a), length, chapters]))
  expect(bytes.length).toBeLessThan(100_000)
  expect(await refusalOf(bytes)).toBe('imports.too_many_entries')
})

test('too many categories are refused, of one book or of all', async () => {
  const category = (order: number) => ({ name: `Category ${order}`, order })
  const categories = Array.from({ length: 1001 }, (_, order) => category(order))
  const mangas = [{ title: 'Ashfall' }]
  expect(await refusalOf(buildMihonBackup({ mangas, categories }))).toBe('imports.too_many_entries')
  const orders = Array.from({ length: 3000 }, (_, order) => order)
  const { mangas: parsed } = await parseMihonBackup(
    buildMihonBackup({ mangas: [{ title: 'Ashfall', categories: orders }] }),
  )
  expect(parsed[0]!.categories.size).toBe(1000)
})

test('a small file in which many books have many categories is refused', async () => {
  const packed = Array.from({ length: 1000 }, (_, order) => order % 100)
  const manga = { title: 'Ashfall', packedCategories: packed }
  const one = Buffer.from(buildMihonBackup({ mangas: [manga] }))
  const bytes = gzipSync(Buffer.concat(Array.from({ length: 500 }, () => one)))
  expect(await refusalOf(bytes)).toBe('imports.too_many_entries')
})

test('other work goes on while a large file is read', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const chapters = Array.from({ length: 20_000 }, (_, n) => ({ url: `/${n}`, number: n }))
  await open(buildMihonBackup({ mangas: [{ title: 'Ashfall', chapters }] }))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
})

test('values out of range are left out', async () => {
  const chapter = new ProtobufWriter()
    .data(1, 'u\0rl')
    .int(4, true)
    .int(6, 2n ** 64n - 1n)
    .float(9, Number.NaN)
    .int(11, 2n ** 63n)
  const bytes = new ProtobufWriter().data(1, new ProtobufWriter().data(3, 'A\0').data(16, chapter))
  const { mangas } = await parseMihonBackup(bytes.bytes)
  expect(mangas).toMatchObject([
    { title: 'A', chapters: [{ url: 'url', number: -1, lastPageRead: 0, modifiedAt: null }] },
  ])
})

test('damaged bytes never do anything but refuse or read', async () => {
  const valid = buildMihonBackup(backup)
  let seed = 1
  const next = () => (seed = (seed * 48_271) % 2_147_483_647)
  for (let i = 0; i < 2000; i++) {
    const damaged = Uint8Array.from(valid)
    for (let change = 0; change < 3; change++) damaged[next() % damaged.length] = next() % 256
    try {
      await parseMihonBackup(
        damaged.subarray(0, next() % 4 === 0 ? next() % damaged.length : undefined),
      )
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
    }
  }
})
