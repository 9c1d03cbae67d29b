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
