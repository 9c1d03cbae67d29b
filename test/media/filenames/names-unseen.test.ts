import { expect, test } from 'bun:test'
import { parseName } from '../../../src/media/filenames/filenames'
import {
  findDifferences,
  loadExaminedNames,
  loadFolderedNames,
  loadUnseenNames,
} from './unseen-names'

/**
 * The shares may only rise. The first half was used to check rules while they were written. The
 * second half was not used until then. 137 of its 150 names were read correctly (91 %), which
 * estimates the accuracy for new names. Add names to a new table to measure again.
 */
test.each([
  ['names that rules were checked against', 0, 149 / 150],
  ['names that stayed closed until the rules were done', 1, 145 / 150],
] as const)('C: does not read a smaller share than before of the %s', async (_, half, share) => {
  const names = (await loadUnseenNames()).filter((__, i) => i % 2 === half)
  expect(names.length).toBe(150)
  const correct = names.filter((one) => findDifferences(one).length === 0)
  expect(correct.length / names.length).toBeGreaterThanOrEqual(share)
})

/** The shares may only rise. Names of a kind that was not read yet were added before its rules. */
test('N1-N8: does not read a smaller share than before of the names in folders', async () => {
  const names = await loadFolderedNames()
  expect(names.length).toBeGreaterThan(800)
  const wrong = names.filter((one) => findDifferences(one).length > 0)
  expect(1 - wrong.length / names.length).toBeGreaterThanOrEqual(0.99)
})

test('N8: does not read a smaller share than before of the same names outside of folders', async () => {
  const names = (await loadFolderedNames()).filter(({ series }) => series !== '')
  const wrong = names.filter(({ folder: _, ...one }) => findDifferences(one).length > 0)
  expect(1 - wrong.length / names.length).toBeGreaterThanOrEqual(0.97)
})

/** At first, 246 of these 277 names were read correctly (89 %). The share may only rise. */
test('N: does not read a smaller share than before of names that were decided before', async () => {
  const names = await loadExaminedNames()
  expect(names.length).toBe(277)
  const correct = names.filter((one) => findDifferences(one).length === 0)
  expect(correct.length / names.length).toBeGreaterThanOrEqual(0.956)
})

/** At first, 229 of these 250 names were read correctly (92 %). The share may only rise. */
test('N: does not read a smaller share than before of names that were drawn from memory', async () => {
  const names = await loadExaminedNames('drawn-names.tsv')
  expect(names.length).toBe(250)
  const correct = names.filter((one) => findDifferences(one).length === 0)
  expect(correct.length / names.length).toBeGreaterThanOrEqual(0.955)
})

test.each([
  ['Valérian - Intégrale 2.cbz', { volume: 2, chapter: null, edition: 'Intégrale' }],
  ["Rahan - L'Intégrale 08.cbr", { volume: 8, chapter: null }],
  ['Hägar - Die Gesamtausgabe 3 - Titel.cbz', { volume: 3, chapter: null, title: 'Titel' }],
  ['Valérian - Integrale 12 (1998).cbz', { volume: 12, chapter: null, year: 1998 }],
  ['Isnogud - Gesamtausgabe 3 - Titel.cbz', { volume: 3, chapter: null, title: 'Titel' }],
  ['Series - Omnibus 3.cbz', { volume: 3, series: 'Series - Omnibus' }],
  ['Series - Side Story 12.cbz', { series: 'Series', special: true, specialNumber: 12 }],
  ['Series - Bonus 2 (2020).cbz', { series: 'Series', kind: 'extra', specialNumber: 2 }],
  ['Series - The Bonus 2.cbz', { series: 'Series - The Bonus', chapter: 2 }],
  ['Series Side Story 12.cbz', { series: 'Series Side Story', chapter: 12, special: false }],
  ['Series v03 - Extra 2.cbz', { volume: 3, title: 'Extra 2', special: false }],
  ['転生したらスライムだった件@1.zip', { series: '転生したらスライムだった件', chapter: 1 }],
  ['Series@12.5 (2020).cbz', { series: 'Series', chapter: 12.5 }],
  ['Rock@Night 3.cbz', { series: 'Rock@Night', chapter: 3 }],
  ['me@12am.cbz', { series: 'me@12am', chapter: null }],
  ['File.1080.zip', { chapter: 1080 }],
  ['File.720 - Title.zip', { chapter: 720, title: 'Title' }],
  ['Series 1080p.cbz', { chapter: null, volume: null }],
  ['No.12.cbz', { chapter: 12 }],
])('N: counts behind editions, extras and signs: %s', (name, expected) => {
  expect(parseName(name)).toMatchObject(expected)
})

test.each([
  // A letter that counts chapters.
  ['Dr. Stone Z=232.cbz', { series: 'Dr. Stone', chapter: 232 }],
  ['Dr. Stone Z=232.5 (2022).cbz', { series: 'Dr. Stone', chapter: 232.5, year: 2022 }],
  ['Dr. Stone - Z=003 - King.cbz', { series: 'Dr. Stone', chapter: 3, title: 'King' }],
  ['E=mc2.cbz', { series: 'E=mc2', chapter: null }],
  ['Rule x=3.cbz', { series: 'Rule x=3', chapter: null }],
  // Works in two or three parts.
  ['霧の港 上.zip', { series: '霧の港', volume: 1 }],
  ['霧の港（中）.zip', { series: '霧の港', volume: 1.5, group: null }],
  ['霧の港 後編 (2020).zip', { series: '霧の港', volume: 2, year: 2020 }],
  ['[作者] 霧の港 (上) [DL版].zip', { series: '霧の港', volume: 1, artists: ['作者'] }],
  ['안개 항구 (하).zip', { series: '안개 항구', volume: 2 }],
  ['第12话 决战（上）.zip', { volume: null, chapter: 12 }],
  ['霧の港 v02 下.zip', { volume: 2 }],
  ['一人之下.zip', { series: '一人之下', volume: null }],
  // Numbers in the titles of novels.
  ['Fahrenheit 451 (1953).epub', { series: 'Fahrenheit 451', chapter: null, year: 1953 }],
  ['Room 101 (2015).azw3', { series: 'Room 101', chapter: null }],
  ['Overlord 12 (2019).epub', { series: 'Overlord', chapter: 12 }],
  ['Solo Leveling 153.epub', { series: 'Solo Leveling', chapter: 153 }],
  ['Detective Comics 500 (1981).cbz', { series: 'Detective Comics', chapter: 500 }],
  // Titles behind a dash.
  ['Gaston - R4 - En direct.cbz', { series: 'Gaston', title: 'R4 - En direct', volume: null }],
  ['Gaston - T4 - En direct.cbz', { series: 'Gaston', volume: 4, title: 'En direct' }],
  ['Der Hafen - Epilog (2020).cbz', { series: 'Der Hafen', title: 'Epilog', year: 2020 }],
  ['Prologue to Dune.epub', { series: 'Prologue to Dune', title: null }],
  ['Punk.Rock.Jesus.06.of.06.2013.Digital.cbr', { chapter: 6, count: 6, title: null }],
  ['Series - Chapter 27 v2.cbz', { chapter: 27, revision: 2, title: null }],
  ['Series - Chapter 27 v2 - Harbor.cbz', { chapter: 27, revision: 2, title: 'Harbor' }],
  ['Series v01 Color HD.cbz', { volume: 1, title: null }],
  ['Series v01 - Web.cbz', { volume: 1, title: 'Web' }],
] as const)('N: signs, parts and titles: %s', (name, expected) => {
  expect(parseName(name)).toMatchObject(expected)
})

test.each([
  ['Z=100 - Stone Sanctuary.cbz', 'Dr. Stone', { chapter: 100, title: 'Stone Sanctuary' }],
  ['下.zip', '霧の港', { series: '霧の港', volume: 2 }],
  ['Novel 120 (2020).epub', 'Novel', { chapter: 120 }],
  ['Fahrenheit 451 (1953).epub', 'Ray Bradbury', { chapter: null }],
] as const)('N: the same in folders: %s', (name, folder, expected) => {
  expect(parseName(name, folder)).toMatchObject(expected)
})

test.each([
  // No volume 2 has a chapter 700.
  ['Naruto', 'Naruto 700 v2.cbz', { chapter: 700, volume: null, revision: 2 }],
  ['Naruto', '700 v2.cbz', { chapter: 700, volume: null, revision: 2, series: 'Naruto' }],
  ['Naruto', '[Group] Naruto - 045 v2 (2022).cbz', { chapter: 45, volume: null, year: 2022 }],
  ['Prison School', '272 [Cxc Scans] v2.cbz', { chapter: 272, volume: null, revision: 2 }],
  ['Prison School', '272 [End] v28.cbz', { volume: 28 }],
  ['Naruto', 'Naruto 12 v2.cbz', { volume: 2 }],
  ['Naruto', 'Naruto 700 v72.cbz', { chapter: 700, volume: 72 }],
  ['Batman', 'Batman 404 v1.cbz', { chapter: 404, volume: 1, revision: null }],
  ['Gantz', 'Gantz 101 v5.cbz', { chapter: 101, volume: 5, revision: null }],
  ['Mob Psycho 100', 'Mob Psycho 100 v2.cbz', { volume: 2, chapter: null }],
  ['', 'Mob Psycho 100 v2.cbz', { series: 'Mob Psycho 100', volume: 2, chapter: null }],
  ['DC', '52 v2.cbz', { volume: 2, chapter: null }],
  ['', 'James Bond 007 v2.cbz', { series: 'James Bond 007', volume: 2, chapter: null }],
])('N: in the folder %p, %p has a revision or a volume', (folder, name, expected) => {
  expect(parseName(name, folder || undefined)).toMatchObject(expected)
})
