import { describe, expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { findSidecars } from '../../../src/ingest/scanning/walk/find-sidecars'
import { walk } from '../../../src/ingest/scanning/walk/walk'
import { makePictures } from '../../support/make/pictures'
import { makeFolder, writeFiles } from './scan-server'

const isBook = (name: string) => /\.(cbz|epub|pdf)$/i.test(name)
const findAmong = (...names: string[]) =>
  findSidecars(names, isBook).map(({ name, book }) => [name, book])

describe('a sidecar file', () => {
  test.each<[string[], (string | null)[][]]>([
    [['1.cbz', '2.cbz', 'metadata.opf'], [['metadata.opf', null]]],
    [['G.epub', 'metadata.opf'], [['metadata.opf', 'G']]],
    [['G.epub', 'G.pdf', 'metadata.opf'], [['metadata.opf', 'G']]],
    [['G.epub', 'ComicInfo.xml'], [['ComicInfo.xml', 'G']]],
    [['G.epub', 'series.json'], [['series.json', null]]],
    [['G.epub', 'cover.jpg'], [['cover.jpg', null]]],
    [
      ['G.epub', 'cover.jpg', 'metadata.opf'],
      [
        ['cover.jpg', 'G'],
        ['metadata.opf', 'G'],
      ],
    ],
    [['1.cbz', '2.cbz', '1.jpg', '3.jpg'], [['1.jpg', '1']]],
    [['Vol. 1.5.cbz', 'Vol. 1.5.png'], [['Vol. 1.5.png', 'Vol. 1.5']]],
    [['Vol. 1.5.cbz', 'Vol. 1.5.Mokuro', 'Vol. 2.mokuro'], [['Vol. 1.5.Mokuro', 'Vol. 1.5']]],
    [['cover.jpg', 'readme.txt'], [['cover.jpg', null]]],
    [['a.jpg', 'b.jpg'], []],
  ])('in %j belongs to %j', (names, expected) => {
    expect(findAmong(...names)).toEqual(expected)
  })

  test('with the text of pages may be named after a folder, and others may not', () => {
    const names = ['Vol. 1.5.mokuro', 'Vol. 1.5.jpg', 'Vol. 1.5.opf']
    expect(findSidecars(names, isBook, ['Vol. 1.5'])).toEqual([
      { name: 'Vol. 1.5.mokuro', kind: 'mokuro', book: 'Vol. 1.5' },
    ])
  })
})

const walkFolder = (root: string, excluded: string[] = []) => {
  const result = walk({ root, formats: null, excluded }, () => undefined)
  if ('problem' in result) throw new Error(result.problem)
  return result.summary
}

test('is found in every folder, except behind links and exclusions', () => {
  const root = makeFolder()
  writeFiles(root, {
    'S/1.cbz': 'x',
    'S/series.json': 'x',
    'T/cover.jpg': 'x',
    'S/deep/series.json': 'x',
  })
  symlinkSync('/etc/passwd', join(root, 'S/cover.jpg'))
  const paths = walkFolder(root, ['deep']).sidecars.map(({ folder, name }) => `${folder}/${name}`)
  expect(paths.toSorted()).toEqual(['S/series.json', 'T/cover.jpg'])
})

test('is not an image in a folder of images that is a book', async () => {
  const root = makeFolder()
  const [one, two, three] = await makePictures(3)
  writeFiles(root, { 'S/1.jpg': one!, 'S/2.jpg': two!, 'S/cover.jpg': three! })
  expect(walkFolder(root).sidecars).toEqual([])
})

test('changes the signature of the folder', () => {
  const root = makeFolder()
  writeFiles(root, { 'S/1.cbz': 'x', 'S/series.json': 'x' })
  const before = walkFolder(root).signature
  expect(walkFolder(root).signature).toBe(before)
  writeFiles(root, { 'S/series.json': 'y' }, new Date('2024-06-01T00:00:00Z'))
  expect(walkFolder(root).signature).not.toBe(before)
})
