/** Words behind the numbers that are not titles, and dates that are not part of the series. */
import { expect, test } from 'bun:test'
import { type ParsedName, parseName } from '../../../src/media/filenames/filenames'

const cases: { name: string; is: Partial<ParsedName> }[] = [
  {
    name: "Harbor Annual '98.cbz",
    is: { series: 'Harbor Annual', kind: 'annual', year: 1998, title: null },
  },
  {
    name: "Harbor Annual '07 (digital).cbz",
    is: { series: 'Harbor Annual', kind: 'annual', year: 2007 },
  },
  { name: "Harbor '98 01.cbz", is: { series: "Harbor '98", chapter: 1, year: null } },
  {
    name: 'Der Leuchtturm Nr. 35 vom 28.08.2021.pdf',
    is: { series: 'Der Leuchtturm', chapter: 35, year: 2021, title: null },
  },
  {
    name: 'Le Phare n° 12 du 3 mai 2021.pdf',
    is: { series: 'Le Phare', chapter: 12, year: 2021, title: null },
  },
  {
    name: 'Harbor Monthly - Christmas 2022.pdf',
    is: { series: 'Harbor Monthly', year: 2022, title: null },
  },
  { name: 'Harbor Monthly (Summer 2021).pdf', is: { series: 'Harbor Monthly', year: 2021 } },
  { name: 'After the Fall 2019.cbz', is: { series: 'After the Fall 2019' } },
  { name: 'Glass Pier - c001 (v01) - p000 [Moonlit].cbz', is: { chapter: 1, title: null } },
  {
    name: 'Glass Omnibus Vol. 2 - Strange Piers TPB (2018).cbz',
    is: { volume: 2, title: 'Strange Piers' },
  },
  { name: 'Glass Vol. 2 HC.cbz', is: { volume: 2, title: null } },
  { name: 'Glass Vol. 2 - The Deluxe Edition.cbz', is: { volume: 2, title: null } },
  {
    name: 'Glass vs. Pier 03 (of 06) (2017).cbz',
    is: { chapter: 3, count: 6, group: null, tags: [] },
  },
  {
    name: 'Glass, Vol. 14 (light novel).epub',
    is: { volume: 14, group: null, tags: ['light novel'] },
  },
  { name: 'Glass - 058.5 (v10) [dig].cbz', is: { quality: ['dig'], group: null } },
  { name: '霧の港 第205話 完結.cbz', is: { chapter: 205, complete: true, title: null } },
  { name: 'Glass v37 END.cbz', is: { volume: 37, complete: true, title: null } },
  { name: 'Glass v37 - The End.cbz', is: { volume: 37, complete: false, title: 'The End' } },
]

test.each(cases)('reads $name', ({ name, is }) => {
  expect(parseName(name)).toMatchObject(is)
})

test.each([
  ['ワンピース 番外編 3話.cbz', { special: true, specialNumber: 3, title: null }],
  ['柯南 外传 05话.zip', { special: true, specialNumber: 5, title: null }],
  ['나 혼자만 레벨업 외전 05화.zip', { special: true, specialNumber: 5, title: null }],
  ['ワンピース 番外編 3話 海の物語.cbz', { specialNumber: 3, title: '海の物語' }],
  ['ワンピース 3巻目.cbz', { volume: 3, title: null }],
  ['ブルーピリオド 第58話目 海.cbz', { chapter: 58, title: '海' }],
  ['ブルーピリオド【58筆目】.zip', { chapter: 58, group: null }],
  ['3回目のデート 02巻.cbz', { volume: 2, series: '3回目のデート' }],
])('N1: signs behind a number are no title: %s', (name, expected) => {
  expect(parseName(name)).toMatchObject(expected)
})
