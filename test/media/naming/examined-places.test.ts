/** Paths that were examined once, beside others that look alike and mean something else. */
import { expect, test } from 'bun:test'
import type { LibraryType } from '../../../src/media/naming/settings'
import { findPlaceDifferences } from './placed-names'

type Row = [path: string, type: LibraryType, series: string, kind: string, numbers: string]

test.each<Row>([
  ['[Bonus 2] Beach.epub', 'book', '', 'special', 'x2'],
  ['One Piece/[Bonus 2] Beach.cbz', 'manga', 'One Piece', 'special', 'x2'],
  ['One Piece/[Extra 3] Beach.cbz', 'manga', 'One Piece', 'special', 'x3'],
  ['One Piece/One Piece (Side Story 4).cbz', 'manga', 'One Piece', 'special', 'x4'],
  ['One Piece/One Piece [Bonus #05].cbz', 'manga', 'One Piece', 'special', 'x5'],
  ['[Annual 2] Beach.epub', 'book', '', 'annual', 'x2'],
  ['[Beach 2] Bonus Time.epub', 'book', 'Beach', 'volume', 'v2'],
  ['[Bonus Time 2] Beach.epub', 'book', 'Bonus Time', 'volume', 'v2'],
  ['One Piece/One Piece [Bonus] 5.cbz', 'manga', 'One Piece', 'chapter', 'c5'],
  ['One Piece/[Bonus Team 5] One Piece 12.cbz', 'manga', 'One Piece', 'chapter', 'c12'],
  ['One Piece/[Team Bonus 5] One Piece 12.cbz', 'manga', 'One Piece', 'chapter', 'c12'],
  ['One Piece/One Piece 12 [Extra].cbz', 'manga', 'One Piece', 'chapter', 'c12'],
  ['One Piece/One Piece 12 [Extra 20 pages].cbz', 'manga', 'One Piece', 'chapter', 'c12'],
  ['One Piece/One Piece v03 (Extra).cbz', 'manga', 'One Piece', '', 'v3'],
  ['One Piece/One Piece 12 (Bonus 2).cbz', 'manga', 'One Piece', 'chapter', 'c12'],
  ['Saga/Saga 012 (Extra 2019).cbz', 'comic', 'Saga', 'issue', 'c12'],
  ['Bonus/Bonus 12.cbz', 'manga', 'Bonus', 'chapter', 'c12'],
  ['Extra/Extra v02.cbz', 'manga', 'Extra', 'volume', 'v2'],
])('N: words for extra books count in brackets: %s', (path, type, series, kind, numbers) => {
  expect(findPlaceDifferences({ path, type, series, kind, numbers, others: '' })).toEqual([])
})

test.each<Row>([
  ['Perry Rhodan/PR 2050 - Title.epub', 'book', 'Perry Rhodan', '', 'n2050'],
  ['Perry Rhodan/PR 1999 - Title.epub', 'book', 'Perry Rhodan', '', 'n1999'],
  ['Perry Rhodan/PR 2050.epub', 'book', 'Perry Rhodan', '', 'n2050'],
  ['Perry Rhodan/PR-2050 - Title.epub', 'book', 'Perry Rhodan', '', 'n2050'],
  ['Perry Rhodan/PR 205 - Title.epub', 'book', 'Perry Rhodan', '', 'n205'],
  ['Perry Rhodan/PR0012 - Title.epub', 'book', 'Perry Rhodan', '', 'n12'],
  ['World War/WW2 Diary.epub', 'book', 'WW2 Diary', '', ''],
  ['World War/WW1 and WW2.epub', 'book', 'WW1 and WW2', '', ''],
  ['Agatha Christie/AC - 1920 - Styles.epub', 'book', '', '', ''],
  ['Star Wars/SW 1999 - Title.cbz', 'comic', 'Star Wars', '', ''],
  ['Star Wars/SW 12 (1999).cbz', 'comic', 'Star Wars', 'issue', 'c12 y1999'],
  ['Harry Potter/HP Lovecraft 2001.epub', 'book', '', '', ''],
  ['Star Trek/ST TNG 2001.epub', 'book', '', '', ''],
  ['Arthur Clarke/2001 - Odyssey.epub', 'book', '', '', ''],
  ['Arthur Clarke/Ac 2001 Odyssey.epub', 'book', '', '', ''],
  ['Foundation/F 2001 - Title.epub', 'book', '', '', ''],
  ['Ray Bradbury/Fahrenheit 451.epub', 'book', 'Fahrenheit 451', '', ''],
  ['One Piece/OP 1001 - Title.cbz', 'manga', 'One Piece', 'chapter', 'c1001'],
])('N: initials of the folder stand for it: %s', (path, type, series, kind, numbers) => {
  expect(findPlaceDifferences({ path, type, series, kind, numbers, others: '' })).toEqual([])
})
