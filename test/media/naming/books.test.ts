/** Titles and numbers of books with each strategy. */
import { describe, expect, test } from 'bun:test'
import {
  pickBestValues,
  listBookOffers,
} from '../../../src/catalog/books/metadata/merge-file-metadata'
import { buildFileOrderKey } from '../../../src/catalog/books/book-sort-key'
import { emptyMetadata, type FileMetadata } from '../../../src/media/contents/file-metadata'
import { createNaming, readFile } from '../../../src/media/naming/naming'
import { findFlaws, type NamingSettings } from '../../../src/media/naming/settings'
import { compilePattern, PatternError } from '../../../src/media/naming/pattern'

const defaults: NamingSettings = {
  type: 'mixed',
  seriesStrategy: 'series_volume',
  seriesConfig: null,
  bookStrategy: 'smart',
  bookConfig: null,
  numberStrategy: 'smart',
  numberConfig: null,
}

/** Returns title, volume and chapter as derived from the file and its path only. */
function readNameValues(
  settings: Partial<NamingSettings>,
  path: string,
  metadata?: Partial<FileMetadata>,
) {
  const naming = createNaming({ ...defaults, ...settings }, [])
  const files = metadata ? [{ ...emptyMetadata('comicinfo'), ...metadata }] : []
  const file = readFile(naming, { rootId: 'r', path }, files)
  const { values } = pickBestValues(listBookOffers(naming, file, files))
  return [values.title, values.volume ?? null, values.chapter ?? null]
}

const path = 'Saga/Saga v03 c012 (2014).cbz'
const stem = 'Saga v03 c012 (2014)'

describe('titles', () => {
  const readTitle = (
    bookStrategy: string,
    bookConfig: NamingSettings['bookConfig'],
    metadata?: Partial<FileMetadata>,
  ) => readNameValues({ bookStrategy, bookConfig }, path, metadata)[0]

  test("smart: use the file's title, unless it is generic", () => {
    expect(readTitle('smart', null, { title: 'The Will' })).toBe('The Will')
    expect(readTitle('smart', null, { title: 'Chapter 12' })).toBe(stem)
    expect(readTitle('smart', null, { title: 'Saga', series: 'Saga' })).toBe(stem)
    expect(
      readTitle('smart', { additionalGenericPatterns: ['(?i)^the '] }, { title: 'The Will' }),
    ).toBe(stem)
  })
  test("metadata_first: always use the file's title", () => {
    expect(readTitle('metadata_first', null, { title: 'Chapter 12' })).toBe('Chapter 12')
    expect(readTitle('metadata_first', null)).toBe(stem)
  })
  test("filename: never use the file's title", () => {
    expect(readTitle('filename', null, { title: 'The Will' })).toBe(stem)
  })
  test('series_name: combine series and numbers', () => {
    expect(readTitle('series_name', null)).toBe('Saga v03 c012')
    expect(readTitle('series_name', null, { series: 'SAGA', chapter: 12.5, volume: 2 })).toBe(
      'SAGA v02 c012.5',
    )
    expect(readNameValues({ bookStrategy: 'series_name' }, 'Saga/Extras.cbz')[0]).toBe('Extras')
  })
  test('custom: use the configured pattern and template, or the fallback strategy without a match', () => {
    const config = {
      pattern: '^(?<series>.+) v(?<volume>\\d+) c(?<chapter>\\d+)',
      titleTemplate: '{series}: {chapter} ({missing})',
      fallback: 'smart',
    }
    expect(readTitle('custom', config)).toBe('Saga: 012')
    expect(
      readNameValues({ bookStrategy: 'custom', bookConfig: config }, 'x/y.cbz', { title: 'T' })[0],
    ).toBe('T')
    const swapped = { ...config, pattern: 'v(?<chapter>\\d+) c(?<volume>\\d+)' }
    expect(readNameValues({ bookStrategy: 'custom', bookConfig: swapped }, path).slice(1)).toEqual([
      12, 3,
    ])
  })
})

describe('numbers', () => {
  const metadata = { volume: 4, chapter: null, number: '20' }
  const readNumbers = (numberStrategy: string, own?: Partial<FileMetadata>) =>
    readNameValues({ numberStrategy }, path, own).slice(1)

  test('smart: prefer the file, then the name', () => {
    expect(readNumbers('smart', metadata)).toEqual([4, 12])
    expect(readNumbers('smart')).toEqual([3, 12])
  })
  test('metadata: use only the file', () => {
    expect(readNumbers('metadata', metadata)).toEqual([4, null])
    expect(readNumbers('metadata')).toEqual([null, null])
  })
  test('filename: use only the name', () =>
    expect(readNumbers('filename', metadata)).toEqual([3, 12]))
  test('file_order: keep numbers and sort by file', () => {
    expect(readNumbers('file_order', metadata)).toEqual([4, 12])
    const files = ['S/Part 10.cbz', 'S/Part 9.5.cbz', 'S/Part 9.cbz', 'S/a/Part 1.cbz']
    expect(
      files.toSorted((a, b) => (buildFileOrderKey(a) < buildFileOrderKey(b) ? -1 : 1)),
    ).toEqual(['S/a/Part 1.cbz', 'S/Part 9.cbz', 'S/Part 9.5.cbz', 'S/Part 10.cbz'])
  })
  test('a custom series pattern can find the volume in the path', () => {
    const seriesConfig = { pattern: '^(?<series>[^/]+)/b(?<volume>\\d+)/' }
    expect(readNameValues({ seriesStrategy: 'custom', seriesConfig }, 'Saga/b07/x.cbz')[1]).toBe(7)
  })
})

describe('settings are rejected', () => {
  const invalidSettings: [string, Partial<NamingSettings>, string][] = [
    ['with an unknown option', { seriesConfig: { depth: 3 } }, 'seriesConfig.depth'],
    [
      'with a pattern without the required group',
      { seriesStrategy: 'custom', seriesConfig: { pattern: 'x' } },
      'seriesConfig.pattern',
    ],
    ['with a custom strategy without pattern', { bookStrategy: 'custom' }, 'bookConfig.pattern'],
    [
      'with a lookahead',
      { seriesStrategy: 'flat', seriesConfig: { filenamePatterns: ['a(?=b)'] } },
      'seriesConfig.filenamePatterns',
    ],
    [
      'with a number as text',
      { seriesStrategy: 'publisher_hierarchy', seriesConfig: { skipDepth: '1' } },
      'seriesConfig.skipDepth',
    ],
    [
      'with an unknown word',
      { seriesStrategy: 'calibre', seriesConfig: { seriesMode: 'moon' } },
      'seriesConfig.seriesMode',
    ],
  ]
  for (const [what, settings, setting] of invalidSettings) {
    test(what, () => {
      expect(findFlaws({ ...defaults, ...settings }).map((flaw) => flaw.path)).toEqual([setting])
    })
  }
})

describe('a custom pattern', () => {
  test('cannot cause catastrophic backtracking', () => {
    const patterns = [
      '(a+)+$',
      '(a|aa)+$',
      '(.*)*x',
      '(a?){100}a{100}$',
      '(([a-z])+.)+[A-Z]([a-z])+$',
    ]
    for (const source of patterns) {
      // The regular expression engine must run in linear time, or the test does not finish.
      expect(compilePattern(source).find(`${'a'.repeat(5000)}!`)?.['series']).toBeUndefined()
    }
  })

  test('must not be huge', () => {
    for (const source of [
      'x'.repeat(501),
      '\\pL{999}'.repeat(20),
      '(a{1000}){1000}',
      '(',
      '\\1(a)',
    ]) {
      expect(() => compilePattern(source)).toThrow(PatternError)
    }
  })

  test('is matched against a bounded part of the text', () => {
    expect(compilePattern('b').find(`${'a'.repeat(1000)}b`)).toBeUndefined()
  })
})
