/** Volumes and chapters directly in a root, whose names contain no series. */
import { describe, expect, test } from 'bun:test'
import type { NameRule } from '../../../src/media/filenames/corrections'
import { createNaming, defaultNaming, placeFile, readFile } from '../../../src/media/naming/naming'
import { buildRootNames } from '../../../src/media/naming/root-names'

const rule: NameRule = {
  id: 'rule',
  match: 'glob',
  pattern: 'Volume 1*',
  on: 'file',
  change: { set: { series: 'Corrected' } },
}

function findSeries(root: string | undefined, path: string, rules: NameRule[] = []) {
  const roots = buildRootNames(root === undefined ? [] : [{ id: 'r', path: root }])
  const naming = createNaming(defaultNaming.settings, rules, roots)
  return placeFile(naming, readFile(naming, { rootId: 'r', path }, []))
}

describe('A2: the name of the root', () => {
  test.each([
    ['/books/Monster', 'Volume 1.cbz', 'Monster'],
    ['/books/Monster', '01.cbz', 'Monster'],
    ['/books/Monster', 'c012.cbz', 'Monster'],
    ['/books/Monster', 'Chapter 10.5', 'Monster'],
    ['/books/Overlord', 'Volume 2.epub', 'Overlord'],
    ['/books/Hunter x Hunter [Digital]', 'v03.cbz', 'Hunter x Hunter'],
    ['/books/The Books of Magic', 'Volume 1.cbz', 'The Books of Magic'],
    ['/books/Das Schloss', 'Band 1.cbz', 'Das Schloss'],
    ['/books/幽游白书', '第03巻.cbz', '幽游白书'],
  ])('%s names the series of %s', (root, path, title) => {
    expect(findSeries(root, path)).toMatchObject({ title, folder: '', by: 'name' })
  })

  test.each([
    ['/mnt/Manga'],
    ['/mnt/My Comics'],
    ['/mnt/Comics and Manga'],
    ['/mnt/Comic-Archiv'],
    ['/mnt/Graphic Novels 2'],
    ['/mnt/Library'],
    ['/mnt/data'],
    ['/mnt/media'],
    ['/mnt/Marvel'],
    ['/mnt/Volume 1'],
    ['/mnt/Deutsch'],
    ['/mnt/2019'],
    ['/mnt/B'],
    ['/'],
    [undefined],
  ])('%s names no series', (root) => {
    expect(findSeries(root, 'Volume 1.cbz').title).toBe('Volume 1')
  })

  test('N8: chapters of a season without a series stay together', () => {
    const [first, second] = ['S1 - Chapter 13.cbz', 'S1 - Chapter 14.cbz']
    const { key, title } = findSeries('/mnt/Manga', first!)
    expect(title).toBe('S1')
    expect(findSeries('/mnt/Manga', second!).key).toBe(key)
    expect(findSeries('/books/The Gamer', first!).title).toBe('The Gamer')
  })

  test.each([
    ['Ansatsu Kyoushitsu 011v002 - Assembly Time.cbz', 'Ansatsu Kyoushitsu'],
    ['3회차 인생은 처음이라 12화.zip', '3회차 인생은 처음이라'],
    ['Saga 001.cbz', 'Saga'],
    ['Black Hole.cbz', 'Black Hole'],
    ['Saga/Volume 1.cbz', 'Saga'],
    ['Manga/Solanin.cbz', 'Solanin'],
  ])('does not rename %s', (path, title) => {
    expect(findSeries('/books/Monster', path).title).toBe(title)
  })

  test('joins volumes that repeat the name, and keeps the year', () => {
    const named = findSeries('/books/Saga (2012)', 'Saga v02.cbz')
    const unnamed = findSeries('/books/Saga (2012)', 'v01.cbz')
    expect(unnamed).toMatchObject({ key: named.key, title: 'Saga', year: 2012 })
  })

  test('keeps a correction by a rule', () => {
    expect(findSeries('/books/Monster', 'Volume 1.cbz', [rule])).toMatchObject({
      title: 'Corrected',
      corrected: 'rule:rule',
    })
    expect(findSeries('/books/Monster', 'Volume 2.cbz', [rule]).title).toBe('Monster')
  })
})
