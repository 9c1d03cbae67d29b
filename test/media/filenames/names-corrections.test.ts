import { describe, expect, test } from 'bun:test'
import { parseName } from '../../../src/media/filenames/filenames'
import { applyRules, matchesGlob, type NameRule } from '../../../src/media/filenames/corrections'

const buildRule = (values: Partial<NameRule>): NameRule => ({
  id: 'r1',
  match: 'glob',
  pattern: '*',
  on: 'file',
  change: {},
  ...values,
})

const parse = (fileName: string, folderName: string, ...rules: NameRule[]) =>
  applyRules(rules, { fileName, folderName }, parseName(fileName, folderName))

describe('a correction', () => {
  test('sets values for one name only', () => {
    const one = buildRule({
      match: 'text',
      pattern: 'Silver 88.cbz',
      change: { set: { series: 'Silver 88', chapter: null } },
    })
    expect(parse('Silver 88.cbz', '', one)).toMatchObject({ series: 'Silver 88', chapter: null })
    expect(parse('Silver 89.cbz', '', one)).toMatchObject({ series: 'Silver', chapter: 89 })
  })

  test('adds an offset to the numbers of a folder, including ranges', () => {
    const season = buildRule({
      on: 'folder',
      pattern: 'Silver * 2',
      change: { offset: { chapter: 100 } },
    })
    expect(parse('Silver 012.1-014.cbz', 'Silver Season 2', season)).toMatchObject({
      chapter: 112.1,
      chapterEnd: 114,
    })
    expect(parse('Silver 012.cbz', 'Silver Season 3', season).chapter).toBe(12)
  })

  test('reinterprets a number as volume or chapter', () => {
    const volumes = buildRule({ change: { countAs: 'volume' } })
    const chapters = buildRule({ change: { countAs: 'chapter' } })
    expect(parse('Silver 03.cbz', '', volumes)).toMatchObject({ volume: 3, chapter: null })
    expect(parse('Silver v03.cbz', '', chapters)).toMatchObject({ volume: null, chapter: 3 })
    expect(parse('Silver v03 c004.cbz', '', volumes)).toMatchObject({ volume: 3, chapter: 4 })
  })

  test('is combined with the next one', () => {
    const first = buildRule({ id: 'a', change: { countAs: 'volume' } })
    const second = buildRule({ id: 'b', change: { offset: { volume: 10 } } })
    const name = parse('Silver 03.cbz', '', first, second)
    expect(name.volume).toBe(13)
    expect(name.explain.filter(({ field }) => field === 'volume')).toMatchObject([
      { rule: 'correction b', value: 13 },
    ])
  })

  test('treats special characters of other pattern languages literally', () => {
    const signs = buildRule({
      match: 'glob',
      pattern: '[Group] Silver (.+) *.cbz',
      change: { set: { year: 1 } },
    })
    expect(parse('[group] silver (.+) 3.CBZ', '', signs).year).toBe(1)
    expect(parse('G Silver xx 3.cbz', '', signs).year).toBeNull()
  })

  test('matches accents in any Unicode normalization', () => {
    const one = buildRule({ match: 'text', pattern: 'É.cbz', change: { set: { year: 1 } } })
    expect(parse('E\u0301.cbz', '', one).year).toBe(1)
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
])('pattern %p matches %p: %p', (pattern, text, expected) => {
  expect(matchesGlob(pattern, text)).toBe(expected)
})

test('matches a pattern with many stars in bounded time', () => {
  // Backtracking would exceed the test timeout on any machine.
  expect(matchesGlob('*a'.repeat(250) + 'b', 'a'.repeat(1500))).toBe(false)
})
