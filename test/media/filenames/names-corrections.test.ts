import { describe, expect, test } from 'bun:test'
import { parseName } from '../../../src/media/filenames/filenames'
import { applyRules, matchesGlob, type NameRule } from '../../../src/media/filenames/corrections'

const rule = (values: Partial<NameRule>): NameRule => ({
  id: 'r1',
  match: 'glob',
  pattern: '*',
  on: 'file',
  change: {},
  ...values,
})

const read = (fileName: string, folderName: string, ...rules: NameRule[]) =>
  applyRules(rules, { fileName, folderName }, parseName(fileName, folderName))

describe('a correction', () => {
  test('sets values for one name and leaves others alone', () => {
    const one = rule({
      match: 'text',
      pattern: 'Silver 88.cbz',
      change: { set: { series: 'Silver 88', chapter: null } },
    })
    expect(read('Silver 88.cbz', '', one)).toMatchObject({ series: 'Silver 88', chapter: null })
    expect(read('Silver 89.cbz', '', one)).toMatchObject({ series: 'Silver', chapter: 89 })
  })

  test('adds to the numbers of a whole folder, ranges as a whole', () => {
    const season = rule({
      on: 'folder',
      pattern: 'Silver * 2',
      change: { offset: { chapter: 100 } },
    })
    expect(read('Silver 012.1-014.cbz', 'Silver Season 2', season)).toMatchObject({
      chapter: 112.1,
      chapterEnd: 114,
    })
    expect(read('Silver 012.cbz', 'Silver Season 3', season).chapter).toBe(12)
  })

  test('lets a number count volumes, or chapters', () => {
    const volumes = rule({ change: { countAs: 'volume' } })
    const chapters = rule({ change: { countAs: 'chapter' } })
    expect(read('Silver 03.cbz', '', volumes)).toMatchObject({ volume: 3, chapter: null })
    expect(read('Silver v03.cbz', '', chapters)).toMatchObject({ volume: null, chapter: 3 })
    expect(read('Silver v03 c004.cbz', '', volumes)).toMatchObject({ volume: 3, chapter: 4 })
  })

  test('is followed by the next one', () => {
    const first = rule({ id: 'a', change: { countAs: 'volume' } })
    const second = rule({ id: 'b', change: { offset: { volume: 10 } } })
    const name = read('Silver 03.cbz', '', first, second)
    expect(name.volume).toBe(13)
    expect(name.explain.filter(({ field }) => field === 'volume')).toMatchObject([
      { rule: 'correction b', value: 13 },
    ])
  })

  test('takes signs of other pattern languages as they are', () => {
    const signs = rule({
      match: 'glob',
      pattern: '[Group] Silver (.+) *.cbz',
      change: { set: { year: 1 } },
    })
    expect(read('[group] silver (.+) 3.CBZ', '', signs).year).toBe(1)
    expect(read('G Silver xx 3.cbz', '', signs).year).toBeNull()
  })

  test('finds accents however they are composed', () => {
    const one = rule({ match: 'text', pattern: 'É.cbz', change: { set: { year: 1 } } })
    expect(read('E\u0301.cbz', '', one).year).toBe(1)
  })
})

test.each([
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  ['**a*', 'bab', true],
  ['a*b?c', 'a--bb-c', true],
  ['a*b?c', 'a--bbc-', false],
  ['?', '', false],
  ['*.cbz', 'x.cbz.zip', false],
])('matches %p with %p: %p', (pattern, text, expected) => {
  expect(matchesGlob(pattern, text)).toBe(expected)
})

test('ends for a pattern of many stars', () => {
  // Tried in all ways, it would outlast the runner's patience on any machine.
  expect(matchesGlob('*a'.repeat(250) + 'b', 'a'.repeat(1500))).toBe(false)
})
