/** What is read from files of LANraragi. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openForeignSource } from '../../../../src/ingest/importing/sources/open-source'
import {
  type LanraragiData,
  toArchiveId,
  writeArchiveList,
  writeLanraragi,
} from '../databases/lanraragi-file'

const folder = mkdtempSync(join(tmpdir(), 'lanraragi-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [one, two] = [toArchiveId(1), toArchiveId(2)]
const data: LanraragiData = {
  archives: [
    {
      arcid: one,
      filename: 'Night Ferry v01',
      title: 'Night Ferry',
      tags: 'artist:ida kern, language:german, language:translated, parody:original, sea, date_added:1700000000, source:example.org/1, rating:⭐⭐⭐⭐',
      summary: 'A <b>ferry</b>.',
      thumbhash: null,
    },
    { arcid: two, filename: 'Soot', title: null, tags: null, summary: null },
    { arcid: 'no hash', filename: 'x' },
  ],
  categories: [
    { catid: 'SET_1', name: 'Ferries', search: '', archives: [one, 'TANK_1'] },
    { catid: 'SET_2', name: 'New', search: 'date:new', archives: [] },
  ],
  tankoubons: [{ tankid: 'TANK_1', name: 'Both', summary: 'Dark.', archives: [two, one] }],
}

const open = (path: string) =>
  openForeignSource({ path, folder: join(folder, 'copy'), maxBytes: 2 ** 30 })

test('archives, tags, categories and tankoubons of a backup are read', () => {
  const path = join(folder, 'one', 'my backup.json')
  writeLanraragi(path, data)
  const source = open(path)
  expect(source).toMatchObject({
    kind: 'lanraragi',
    libraries: [],
    people: [{ name: 'lanraragi', needsChoice: true }],
  })
  expect([...source.books()]).toMatchObject([
    { foreignId: one, path: null, fileStem: 'Night Ferry v01', startSha1: one, size: null },
    { foreignId: two, fileStem: 'Soot' },
  ])
  expect([...source.bookEdits()]).toEqual([
    {
      bookId: one,
      edits: {
        title: 'Night Ferry',
        summary: 'A ferry.',
        languageIso: 'de',
        subjects: ['parody:original', 'sea'],
        authors: [{ name: 'ida kern', role: 'author', sortName: null }],
      },
    },
  ])
  expect([...source.personal()]).toMatchObject([{ item: { foreignId: one }, rating: 80 }])
  expect([...source.readings()]).toEqual([])
  expect([...source.lists()]).toMatchObject([
    { name: 'Ferries', ownerId: null, isPublic: true, isOrdered: false, itemIds: [one] },
    { name: 'Both', summary: 'Dark.', isOrdered: true, itemIds: [two, one] },
  ])
  const said = source.leftOut().map(({ code }) => code.split('.').at(-1)!)
  expect(said).toEqual(['no_progress', 'smart_collections'])
})

test('the list of archives has the reading progress', () => {
  const path = join(folder, 'two', 'archives.json')
  const common = { extension: 'cbz', isnew: 'false', tags: '', pagecount: 20 }
  writeArchiveList(path, [
    { ...common, arcid: one, filename: 'a', progress: 20, lastreadtime: 1_709_324_100, size: 77 },
    { ...common, arcid: two, filename: 'b', progress: '5', lastreadtime: '1709324100' },
    { ...common, arcid: toArchiveId(3), filename: 'c', progress: 0, lastreadtime: 0 },
    { ...common, arcid: toArchiveId(4), filename: 'd', progress: 3, lastreadtime: 0 },
  ])
  const source = open(path)
  const at = new Date('2024-03-01T20:15:00Z')
  expect([...source.readings()]).toMatchObject([
    { bookId: one, completions: [{ completedAt: at, isUndated: true }], position: null },
    { bookId: two, completions: [], position: { page: 5, fraction: 0.25, at } },
  ])
  expect([...source.books()][0]).toMatchObject({ size: 77, pageCount: 20 })
  const said = source.leftOut().map(({ code }) => code.split('.').at(-1)!)
  expect(said).toEqual(['undated_books'])
  const backup = join(folder, 'three', 'backup.json')
  writeLanraragi(backup, data)
  expect(open(backup).instance).toBe(source.instance)
})
