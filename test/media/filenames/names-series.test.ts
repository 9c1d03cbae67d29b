/** Which text of a name is the series, and when the folder names it instead. */
import { expect, test } from 'bun:test'
import { type ParsedName, parseName } from '../../../src/media/filenames/filenames'

const cases: { folder?: string; name: string; is: Partial<ParsedName> }[] = [
  {
    folder: 'Harbor Weekly',
    name: '2022-01-03.pdf',
    is: { series: 'Harbor Weekly', year: 2022, title: null },
  },
  {
    folder: 'Harbor Weekly',
    name: '2021_05.pdf',
    is: { series: 'Harbor Weekly', year: 2021, chapter: null },
  },
  { folder: 'Harbor Weekly', name: 'March 2021.pdf', is: { series: 'Harbor Weekly', year: 2021 } },
  { folder: 'Orwell', name: '1984.epub', is: { series: '1984', year: null } },
  {
    folder: 'Harbor Weekly',
    name: 'Harbor Weekly 2021-12-27 & 2022-01-03.pdf',
    is: { series: 'Harbor Weekly', year: 2021, chapter: null, chapterEnd: null },
  },
  {
    name: 'The Eye of the Pier (The Wheel of Glass, Book 1).epub',
    is: { series: 'The Wheel of Glass', volume: 1, title: 'The Eye of the Pier' },
  },
  {
    name: 'The Eye of the Pier (The Wheel of Glass Book 2) - Ann Author.epub',
    is: { series: 'The Wheel of Glass', volume: 2 },
  },
  {
    name: 'Pier (The Wheel of Glass, Vol. 3).epub',
    is: { series: 'The Wheel of Glass', volume: 3, title: 'Pier' },
  },
  {
    name: 'Pier (The Wheel of Glass #4).epub',
    is: { series: 'The Wheel of Glass', chapter: 4, title: 'Pier' },
  },
  {
    name: 'Sanderson, Brandon - Mistborn 03 - The Hero of Ages.epub',
    is: { series: 'Mistborn', chapter: 3, title: 'The Hero of Ages' },
  },
  {
    name: 'Le Guin, Ursula K. - Glass Sea 2.5 - Low Tide.epub',
    is: { series: 'Glass Sea', chapter: 2.5, title: 'Low Tide' },
  },
  { name: 'Goodbye, Eri - Vol 1 - Start.cbz', is: { series: 'Goodbye, Eri', volume: 1 } },
  { name: 'Hello, World - Chapter 3 - Start.cbz', is: { series: 'Hello, World', chapter: 3 } },
  { name: 'Goodbye, Eri 03 - Start.cbz', is: { series: 'Goodbye, Eri', chapter: 3 } },
  { name: 'Akira Part 3 Chapter 12.cbz', is: { series: 'Akira', chapter: 12 } },
  { name: 'Pier Part 2 12.cbz', is: { series: 'Pier Part 2', chapter: 12 } },
  {
    name: 'Pier.v01.Back.on.the.Street.1998.cbz',
    is: { series: 'Pier', volume: 1, title: 'Back on the Street', year: 1998 },
  },
  { name: 'Pier v02 Low Tide 2049.cbz', is: { volume: 2, title: 'Low Tide 2049', year: null } },
  { name: 'Pier of Glass (Book 4).epub', is: { series: 'Pier of Glass', volume: 4 } },
  { name: 'Pier (Omnibus Vol. 2).cbz', is: { series: 'Pier', volume: 2 } },
  { name: 'Pier (Lantern, Vol. 2) 05.cbz', is: { series: 'Pier', volume: 2 } },
  {
    folder: 'Harbor of Books',
    name: 'Part 2 Volume 3.epub',
    is: { series: 'Harbor of Books', volume: 3 },
  },
]

test.each(cases)('reads the series of $name', ({ folder, name, is }) => {
  expect(parseName(name, folder)).toMatchObject(is)
})
