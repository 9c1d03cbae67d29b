/** Numbers of e-books that belong to their titles. */
import { expect, test } from 'bun:test'
import { emptyMetadata, type FileMetadata } from '../../../src/media/contents/file-metadata'
import {
  defaultNaming,
  findPathNumbers,
  placeFile,
  readFile,
} from '../../../src/media/naming/naming'

function place(path: string, metadata: Partial<FileMetadata> = {}) {
  const files = [{ ...emptyMetadata('epub'), ...metadata }]
  const file = readFile(defaultNaming, { rootId: 'r', path }, files)
  const { title } = placeFile(defaultNaming, file)
  const { volume, chapter } = findPathNumbers(defaultNaming, file)
  return { title, number: volume ?? chapter }
}

test.each([
  'Ray Bradbury/Fahrenheit 451.epub',
  'Bradbury, Ray/Fahrenheit 451.epub',
  'Ray Bradbury/Fahrenheit 451 - Ray Bradbury.epub',
  'Novels/Ray Bradbury/Fahrenheit 451.epub',
  'Ray Bradbury/Fahrenheit 451/Fahrenheit 451.epub',
  'Ray Bradbury/Fahrenheit 451 (45)/Fahrenheit 451 - Ray Bradbury.epub',
])('%s is a book of that title', (path) => {
  expect(place(path)).toEqual({ title: 'Fahrenheit 451', number: null })
})

test('a title in the file counts in any folder', () => {
  const title = 'Fahrenheit 451'
  expect(place('Classics/Fahrenheit 451.epub', { title })).toEqual({ title, number: null })
})

test.each([
  ['Solo Leveling/Solo Leveling 153.epub', 'Solo Leveling', 153],
  ['Web Novels/Solo Leveling 153.epub', 'Solo Leveling', 153],
  ['translations/Solo Leveling 153.epub', 'Solo Leveling', 153],
  ['Perry Rhodan/Perry Rhodan 3205.epub', 'Perry Rhodan', 3205],
  ['Perry Rhodan/3205.epub', 'Perry Rhodan', 3205],
  ['Perry Rhodan/PR 3205.epub', 'Perry Rhodan', 3205],
  ['Perry Rhodan/PR 2800 - Zwischen den Zeiten.epub', 'Perry Rhodan', 2800],
  ['Terry Pratchett/TPD 12.epub', 'TPD', 12],
  ['Release That Witch/rtw 512.epub', 'Release That Witch', 512],
  ['Terry Pratchett/Discworld 41.epub', 'Discworld', 41],
  ['Cao Xueqin/Dream 012.epub', 'Dream', 12],
  ['Andy Weir/Hail Mary Chapter 120.epub', 'Hail Mary', 120],
  ['Ray Bradbury/Stories 101 - The Veldt.epub', 'Stories', 101],
])('the number of %s counts books', (path, title, number) => {
  expect(place(path)).toEqual({ title, number })
})

test('another title in the file makes it a number', () => {
  const title = 'The Last Gate'
  const path = 'Ray Bradbury/Gates 120.epub'
  expect(place(path, { title })).toEqual({ title: 'Gates', number: 120 })
})
