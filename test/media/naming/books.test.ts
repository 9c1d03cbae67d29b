/** Titles and numbers of books, by each strategy. */
import { describe, expect, test } from 'bun:test'
import { pickBestValues, listBookOffers } from '../../../src/catalog/books/metadata/file-metadata'
import { buildFileOrderKey } from '../../../src/catalog/books/sort-keys'
import { emptyMetadata, type FileMetadata } from '../../../src/media/contents/file-metadata'
import { createNaming, readFile } from '../../../src/media/naming/naming'
import { findFlaws, type NamingSettings } from '../../../src/media/naming/settings'
import { compilePattern, PatternError } from '../../../src/media/naming/pattern'

const usual: NamingSettings = {
  seriesStrategy: 'series_volume',
  seriesConfig: null,
  bookStrategy: 'smart',
  bookConfig: null,
  numberStrategy: 'smart',
  numberConfig: null,
}

/** What counts when nobody but the file and its place speaks. */
function told(settings: Partial<NamingSettings>, path: string, said?: Partial<FileMetadata>) {
  const naming = createNaming({ ...usual, ...settings }, [])
  const files = said ? [{ ...emptyMetadata('comicinfo'), ...said }] : []
  const file = readFile(naming, { rootId: 'r', path }, files)
  const { values } = pickBestValues(listBookOffers(naming, file, files))
  return [values.title, values.volume ?? null, values.chapter ?? null]
}

const path = 'Saga/Saga v03 c012 (2014).cbz'
const stem = 'Saga v03 c012 (2014)'

describe('titles', () => {
  const titled = (
    bookStrategy: string,
    bookConfig: NamingSettings['bookConfig'],
    said?: Partial<FileMetadata>,
  ) => told({ bookStrategy, bookConfig }, path, said)[0]

  test('smart: the file, unless its title only counts', () => {
    expect(titled('smart', null, { title: 'The Will' })).toBe('The Will')
    expect(titled('smart', null, { title: 'Chapter 12' })).toBe(stem)
    expect(titled('smart', null, { title: 'Saga', series: 'Saga' })).toBe(stem)
    expect(
      titled('smart', { additionalGenericPatterns: ['(?i)^the '] }, { title: 'The Will' }),
    ).toBe(stem)
  })
  test('metadata_first: the file, whatever it says', () => {
    expect(titled('metadata_first', null, { title: 'Chapter 12' })).toBe('Chapter 12')
    expect(titled('metadata_first', null)).toBe(stem)
  })
  test('filename: never the file', () => {
    expect(titled('filename', null, { title: 'The Will' })).toBe(stem)
  })
  test('series_name: series and numbers', () => {
    expect(titled('series_name', null)).toBe('Saga v03 c012')
    expect(titled('series_name', null, { series: 'SAGA', chapter: 12.5, volume: 2 })).toBe(
      'SAGA v02 c012.5',
    )
    expect(told({ bookStrategy: 'series_name' }, 'Saga/Extras.cbz')[0]).toBe('Extras')
  })
  test('custom: an own pattern and template, with another strategy where it finds nothing', () => {
    const config = {
      pattern: '^(?<series>.+) v(?<volume>\\d+) c(?<chapter>\\d+)',
      titleTemplate: '{series}: {chapter} ({missing})',
      fallback: 'smart',
    }
    expect(titled('custom', config)).toBe('Saga: 012')
    expect(told({ bookStrategy: 'custom', bookConfig: config }, 'x/y.cbz', { title: 'T' })[0]).toBe(
      'T',
    )
    const swapped = { ...config, pattern: 'v(?<chapter>\\d+) c(?<volume>\\d+)' }
    expect(told({ bookStrategy: 'custom', bookConfig: swapped }, path).slice(1)).toEqual([12, 3])
  })
})

describe('numbers', () => {
  const said = { volume: 4, chapter: null, number: '20' }
  const numbered = (numberStrategy: string, own?: Partial<FileMetadata>) =>
    told({ numberStrategy }, path, own).slice(1)

  test('smart: the file, else the name', () => {
    expect(numbered('smart', said)).toEqual([4, 12])
    expect(numbered('smart')).toEqual([3, 12])
  })
  test('metadata: only the file', () => {
    expect(numbered('metadata', said)).toEqual([4, null])
    expect(numbered('metadata')).toEqual([null, null])
  })
  test('filename: only the name', () => expect(numbered('filename', said)).toEqual([3, 12]))
  test('file_order: numbers stay, the order is that of the files', () => {
    expect(numbered('file_order', said)).toEqual([4, 12])
    const files = ['S/Part 10.cbz', 'S/Part 9.5.cbz', 'S/Part 9.cbz', 'S/a/Part 1.cbz']
    expect(
      files.toSorted((a, b) => (buildFileOrderKey(a) < buildFileOrderKey(b) ? -1 : 1)),
    ).toEqual(['S/a/Part 1.cbz', 'S/Part 9.cbz', 'S/Part 9.5.cbz', 'S/Part 10.cbz'])
  })
  test('a volume that an own pattern finds in the path', () => {
    const seriesConfig = { pattern: '^(?<series>[^/]+)/b(?<volume>\\d+)/' }
    expect(told({ seriesStrategy: 'custom', seriesConfig }, 'Saga/b07/x.cbz')[1]).toBe(7)
  })
})

describe('a setting is refused', () => {
  const wrong: [string, Partial<NamingSettings>, string][] = [
    ['an unknown one', { seriesConfig: { depth: 3 } }, 'seriesConfig.depth'],
    [
      'a pattern without its group',
      { seriesStrategy: 'custom', seriesConfig: { pattern: 'x' } },
      'seriesConfig.pattern',
    ],
    ['a custom strategy without pattern', { bookStrategy: 'custom' }, 'bookConfig.pattern'],
    [
      'look ahead',
      { seriesStrategy: 'flat', seriesConfig: { filenamePatterns: ['a(?=b)'] } },
      'seriesConfig.filenamePatterns',
    ],
    [
      'a number as text',
      { seriesStrategy: 'publisher_hierarchy', seriesConfig: { skipDepth: '1' } },
      'seriesConfig.skipDepth',
    ],
    [
      'a strange word',
      { seriesStrategy: 'calibre', seriesConfig: { seriesMode: 'moon' } },
      'seriesConfig.seriesMode',
    ],
  ]
  for (const [what, settings, at] of wrong) {
    test(what, () => {
      expect(findFlaws({ ...usual, ...settings }).map((flaw) => flaw.path)).toEqual([at])
    })
  }
})

describe('a pattern of a person', () => {
  test('cannot hang: what takes other engines for ever is done at once', () => {
    const evil = ['(a+)+$', '(a|aa)+$', '(.*)*x', '(a?){100}a{100}$', '(([a-z])+.)+[A-Z]([a-z])+$']
    for (const source of evil) {
      // Each of these steps is one comparison; the test ends or the engine is the wrong one.
      expect(compilePattern(source).find(`${'a'.repeat(5000)}!`)?.['series']).toBeUndefined()
    }
  })

  test('may not be huge', () => {
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

  test('sees no more than its bound of a text', () => {
    expect(compilePattern('b').find(`${'a'.repeat(1000)}b`)).toBeUndefined()
  })
})
