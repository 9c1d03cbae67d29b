/** ComicInfo details without a field of their own, from scan to API. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { makeCbz, makeComicInfo } from '../../support/make/cbz'
import { makePictures } from '../../support/make/pictures'
import {
  addLibrary,
  listBooks,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const getBook = async (path: string) => (await server.call('GET', path, { as: 'ann' })).body

const words = {
  AgeRating: 'Teen',
  AlternateCount: 9,
  AlternateNumber: '7',
  AlternateSeries: 'Other',
  Characters: 'Ann, Bob',
  CommunityRating: '4.5',
  GTIN: '9780306406157',
  LocalizedSeries: 'Sága',
  Locations: 'Moon',
  MainCharacterOrTeam: 'Ann',
  Manga: 'YesAndRightToLeft',
  Notes: 'a note',
  Review: 'good',
  ScanInformation: 'scan',
  SeriesGroup: 'Group',
  StoryArc: 'One, Two',
  StoryArcNumber: '3, 4',
  Tags: 'robots',
  Teams: 'Team',
  Web: 'https://example.invalid/a',
}
const details = {
  ageRating: 13,
  ageRatingText: 'Teen',
  alternateCount: 9,
  alternateNumber: '7',
  alternateSeries: 'Other',
  characters: ['Ann', 'Bob'],
  communityRating: 4.5,
  gtin: '9780306406157',
  identifiers: ['9780306406157'],
  links: ['https://example.invalid/a'],
  localizedSeries: 'Sága',
  locations: ['Moon'],
  mainCharacterOrTeam: 'Ann',
  notes: 'a note',
  readingDirection: 'rtl',
  review: 'good',
  scanInformation: 'scan',
  seriesGroup: 'Group',
  storyArcs: [
    { name: 'One', number: '3' },
    { name: 'Two', number: '4' },
  ],
  tags: ['robots'],
  teams: ['Team'],
}

test('returns details that have no metadata field with the book', async () => {
  const pages = '<Pages><Page Image="1" Type="Story" DoublePage="true" Bookmark="Two"/></Pages>'
  const comicInfo = makeComicInfo(words, pages)
  const folder = makeFolder()
  writeFiles(folder, { 'S/1.cbz': await makeCbz({ pages: 2, comicInfo }) })
  const library = await addLibrary(server, folder)
  await scanLibrary(server, library)
  const [book] = await listBooks(server, library)
  expect((await getBook(`/books/${book!.id}`)).metadata.details).toEqual(details)
  expect((await getBook(`/books/${book!.id}/full`)).metadata.details).toEqual(details)
  expect((await getBook(`/books/${book!.id}/metadata/sources`)).details).toEqual(details)
  const [first, second] = await getBook(`/books/${book!.id}/pages`)
  expect(first).toMatchObject({ types: [], isDoublePage: false, bookmark: null })
  expect(second).toMatchObject({ types: ['Story'], isDoublePage: true, bookmark: 'Two' })

  writeFiles(folder, { 'S/1.cbz': await makeCbz({ pages: 2 }) }, new Date('2024-06-01T00:00:00Z'))
  await scanLibrary(server, library)
  const { details: left } = (await getBook(`/books/${book!.id}`)).metadata
  expect([left.characters, left.review, left.storyArcs]).toEqual([[], null, []])
})

test('reads ComicInfo in a folder of images, even when only that file changes', async () => {
  const folder = makeFolder()
  const pictures = await makePictures(3)
  const longAgo = new Date('2024-05-01T00:00:00Z')
  const describe = (Title: string, at = longAgo) => {
    writeFiles(folder, { 'S/Chapter/ComicInfo.xml': makeComicInfo({ Title }) }, at)
    utimesSync(join(folder, 'S/Chapter'), longAgo, longAgo)
  }
  writeFiles(folder, Object.fromEntries(pictures.map((data, i) => [`S/Chapter/${i}.jpg`, data])))
  describe('Landing')
  const library = await addLibrary(server, folder)
  await scanLibrary(server, library)
  expect((await listBooks(server, library)).map(({ title }) => title)).toEqual(['Landing'])
  describe('Take-off', new Date('2024-06-01T00:00:00Z'))
  await scanLibrary(server, library)
  expect((await listBooks(server, library)).map(({ title }) => title)).toEqual(['Take-off'])
})

test.each([
  [{ Format: 'Webtoon' }, 'webtoon'],
  [{ Format: 'Long Strip', Manga: 'YesAndRightToLeft' }, 'webtoon'],
  [{ Tags: 'City, webtoon' }, 'webtoon'],
  [{ Genre: 'Long-strip' }, 'webtoon'],
  [{ Format: 'Web Comic', Manga: 'Yes' }, 'rtl'],
  [{ Tags: 'Not a webtoon' }, null],
])('J10: books with %j are read in the direction %p', async (elements, direction) => {
  const folder = makeFolder()
  writeFiles(folder, { 'S/1.cbz': await makeCbz({ pages: 1, comicInfo: elements }) })
  const library = await addLibrary(server, folder)
  await scanLibrary(server, library)
  const [book] = await listBooks(server, library)
  const { body } = await server.call('GET', `/books/${book!.id}/reader-settings`, { as: 'ann' })
  const mode = { value: direction === 'webtoon' ? 'webtoon' : 'paged' }
  expect(body.settings['reader.mode']).toMatchObject(mode)
  const series = await getBook(`/series/${book!.seriesId}`)
  expect(series.metadata.readingDirection).toBe(direction)
})
