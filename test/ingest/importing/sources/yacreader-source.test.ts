/** What is read from databases of YACReaderLibrary: whole and old ones. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openForeignSource } from '../../../../src/ingest/importing/sources/open-source'
import { writeYacreader, type YacreaderData } from '../databases/yacreader-database'

const folder = mkdtempSync(join(tmpdir(), 'yacreader-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

const opened = 1_709_324_100
const data: YacreaderData = {
  comics: [
    { id: 1, path: '/Ashfall/Ashfall 01.cbz' },
    { id: 2, path: '/Ashfall/Ashfall 02.cbz' },
    { id: 3, path: '/Ashfall/Ashfall 03.cbz' },
    { id: 4, path: '/Copies/Ashfall 01.cbz', info: 1 },
  ],
  infos: {
    1: {
      read: 1,
      hasBeenOpened: 1,
      currentPage: 20,
      lastTimeOpened: opened,
      rating: 4.5,
      review: 'Twice.',
      series: 'Ash',
      number: '1',
    },
    2: { hasBeenOpened: 1, currentPage: 5, lastTimeOpened: opened + 60, bookmark2: 2 },
    3: {
      edited: 1,
      rating: 5,
      title: 'Embers',
      number: '3',
      volume: '2019',
      writer: 'Ida Kern\nNoe, J.',
      date: '04/05/2019',
      genere: 'Drama',
      tags: 'Sea',
      synopsis: 'Ash.',
      languageISO: 'de',
      publisher: 'Grey Press',
    },
  },
  labels: { 'Rainy days': [2] },
  lists: { 'Long Night': [2, 1], Empty: [] },
  favorites: [1],
}

let count = 0
function open(given: YacreaderData, name = '.yacreaderlibrary/library.ydb') {
  const library = join(folder, `${++count}`)
  writeYacreader(join(library, name), given)
  const copy = { folder: join(folder, `copy ${count}`), maxBytes: 2 ** 30 }
  return { library, source: openForeignSource({ path: library, ...copy }) }
}

test('comics are found below the folder of the library', () => {
  const { library, source } = open(data)
  expect(source).toMatchObject({
    kind: 'yacreader',
    version: '9.16.0',
    libraries: [{ paths: [library] }],
    people: [{ name: 'yacreader', needsChoice: true, isAdmin: false }],
  })
  expect([...source.books()]).toMatchObject([
    {
      path: `${library}/Ashfall/Ashfall 01.cbz`,
      size: 1001,
      pageCount: 20,
      seriesTitle: 'Ash',
      number: 1,
    },
    { path: `${library}/Ashfall/Ashfall 02.cbz`, seriesTitle: 'Ashfall', number: null },
    { size: 1003 },
    { path: `${library}/Copies/Ashfall 01.cbz`, size: 1001 },
  ])
  const inFolder = open(data, 'library.ydb')
  expect(inFolder.source.libraries).toMatchObject([{ paths: [inFolder.library] }])
})

test('reading belongs to all files with the same content', () => {
  const { source } = open(data)
  const completed = [{ completedAt: new Date(opened * 1000), isUndated: true }]
  expect([...source.readings()]).toMatchObject([
    { bookId: '1', completions: completed, position: null },
    { bookId: '4', completions: completed, position: null },
    {
      bookId: '2',
      completions: [],
      position: { page: 5, fraction: 0.25, at: new Date((opened + 60) * 1000) },
    },
  ])
  expect([...source.personal()]).toMatchObject([
    { kind: 'rating', item: { foreignId: '1' }, rating: 90, note: 'Twice.' },
    { kind: 'rating', item: { foreignId: '4' } },
    { kind: 'bookmark', item: { foreignId: '2' }, page: 3 },
    { kind: 'rating', item: { foreignId: '3' }, rating: 100 },
  ])
  expect([...source.lists()]).toMatchObject([
    { name: 'Rainy days', ownerId: 'reader', isPublic: false, itemIds: ['2'] },
    { name: 'Long Night', isOrdered: true, itemIds: ['2', '1'] },
    { name: 'Favorites', itemIds: ['1'] },
  ])
})

test('values that someone edited are read as those of ComicInfo.xml', () => {
  const { source } = open(data)
  expect(source.metadataSource).toBe('plugin:import-yacreader')
  expect([...source.bookEdits()]).toEqual([
    {
      bookId: '3',
      edits: {
        title: 'Embers',
        number: '3',
        chapter: 3,
        seriesPosition: 3,
        year: 2019,
        month: 5,
        day: 4,
        writer: 'Ida Kern, Noe, J.',
        authors: [
          { name: 'Ida Kern', role: 'writer', sortName: null },
          { name: 'Noe', role: 'writer', sortName: null },
          { name: 'J.', role: 'writer', sortName: null },
        ],
        genre: 'Drama',
        subjects: ['Sea'],
        summary: 'Ash.',
        languageIso: 'de',
        publisher: 'Grey Press',
      },
    },
  ])
})

test('comics without a time were read when the newest time of the database was written', () => {
  const infos = {
    ...data.infos,
    2: { hasBeenOpened: 1, currentPage: 5 },
    3: { read: 1 },
  }
  const { source } = open({ ...data, infos })
  const ids = [...source.readings()].map(({ bookId, completions }) => [
    bookId,
    completions[0]?.completedAt.getTime(),
  ])
  expect(ids).toEqual([
    ['1', opened * 1000],
    ['4', opened * 1000],
    ['3', opened * 1000],
  ])
  expect(listCodes(source)).toEqual(['no_reading_times', 'undated_books'])
})

test('versions without times, ratings and lists are read', () => {
  const without = ['lastTimeOpened', 'added', 'rating', 'series', 'tags', 'review', 'bookmark1']
  const change: YacreaderData['change'] = (db) => {
    for (const table of ['label', 'reading_list', 'default_reading_list']) {
      db.run(`drop table ${table}`)
    }
  }
  const { source } = open({ ...data, without, change })
  expect([...source.books()]).toHaveLength(4)
  expect([...source.readings()]).toEqual([])
  expect([...source.lists()]).toEqual([])
  expect(listCodes(source)).toEqual(['no_reading_times', 'undated_read', 'undated_books'])
})

const listCodes = (source: ReturnType<typeof open>['source']) =>
  source.leftOut().map(({ code }) => code.split('.').at(-1)!)
