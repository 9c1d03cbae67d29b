/** What ComicInfo says of a book beyond its fields, through scan and API. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { makeCbz, makeComicInfo } from '../../support/make/cbz'
import { makePictures } from '../../support/make/pictures'
import {
  addLibrary,
  booksOf,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
} from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const get = async (path: string) => (await server.call('GET', path, { as: 'ann' })).body

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

test('everything that has no field of its own is shown with the book', async () => {
  const pages = '<Pages><Page Image="1" Type="Story" DoublePage="true" Bookmark="Two"/></Pages>'
  const comicInfo = makeComicInfo(words, pages)
  const folder = makeFolder()
  put(folder, { 'S/1.cbz': await makeCbz({ pages: 2, comicInfo }) })
  const library = await addLibrary(server, folder)
  await scan(server, library)
  const [book] = await booksOf(server, library)
  expect((await get(`/books/${book!.id}`)).metadata.details).toEqual(details)
  expect((await get(`/books/${book!.id}/full`)).metadata.details).toEqual(details)
  expect((await get(`/books/${book!.id}/metadata/sources`)).details).toEqual(details)
  const [first, second] = await get(`/books/${book!.id}/pages`)
  expect(first).toMatchObject({ types: [], isDoublePage: false, bookmark: null })
  expect(second).toMatchObject({ types: ['Story'], isDoublePage: true, bookmark: 'Two' })

  put(folder, { 'S/1.cbz': await makeCbz({ pages: 2 }) }, new Date('2024-06-01T00:00:00Z'))
  await scan(server, library)
  const { details: left } = (await get(`/books/${book!.id}`)).metadata
  expect([left.characters, left.review, left.storyArcs]).toEqual([[], null, []])
})

test('a ComicInfo in a folder of pictures is its description, also when only that changes', async () => {
  const folder = makeFolder()
  const pictures = await makePictures(3)
  const longAgo = new Date('2024-05-01T00:00:00Z')
  const describe = (Title: string, at = longAgo) => {
    put(folder, { 'S/Chapter/ComicInfo.xml': makeComicInfo({ Title }) }, at)
    utimesSync(join(folder, 'S/Chapter'), longAgo, longAgo)
  }
  put(folder, Object.fromEntries(pictures.map((data, i) => [`S/Chapter/${i}.jpg`, data])))
  describe('Landing')
  const library = await addLibrary(server, folder)
  await scan(server, library)
  expect((await booksOf(server, library)).map(({ title }) => title)).toEqual(['Landing'])
  describe('Take-off', new Date('2024-06-01T00:00:00Z'))
  await scan(server, library)
  expect((await booksOf(server, library)).map(({ title }) => title)).toEqual(['Take-off'])
})
