/** J1: what the number of a book counts, in situations as they are found in real libraries. */
import { expect, test } from 'bun:test'
import {
  listBookOffers,
  pickBestValues,
} from '../../../../src/catalog/books/metadata/merge-file-metadata'
import { numberBook } from '../../../../src/catalog/books/numbers/number-book'
import { emptyMetadata, type FileMetadata } from '../../../../src/media/contents/file-metadata'
import { createNaming, readFile } from '../../../../src/media/naming/naming'
import type { LibraryType } from '../../../../src/media/naming/settings'
import { listNumberParts } from '../../../../src/web/shared/book-number'
import { situations } from './situations'

const strategies = {
  seriesStrategy: 'smart',
  seriesConfig: null,
  bookStrategy: 'smart',
  bookConfig: null,
  numberStrategy: 'smart',
  numberConfig: null,
}

type Row = Parameters<typeof numberBook>

/** Numbers a book as a scan does, without a database. */
function numberFile(type: LibraryType, path: string, metadata: Partial<FileMetadata> | undefined) {
  const naming = createNaming({ ...strategies, type }, [])
  const source = path.endsWith('.epub') ? 'epub' : 'comicinfo'
  const files = metadata ? [{ ...emptyMetadata(source), ...metadata }] : []
  const file = readFile(naming, { rootId: 'r', path }, files)
  const best = pickBestValues(listBookOffers(naming, file, files))
  const { title = '', volume = null, chapter = null } = best.values
  const row = { relativePath: path, title, volume, chapter, sortKey: '' } as unknown as Row[0]
  const wide = { locks: [], sources: {}, titleSort: null, ...emptyWide, ...best.values }
  const { halfVolume } = best
  return numberBook(row, wide as unknown as Row[1], { naming, file, files, halfVolume })
}

const emptyWide = {
  number: null,
  year: null,
  formatDetail: null,
  bookType: null,
  manga: null,
  seriesPosition: null,
}

const words = {
  issue: '#',
  chapter: 'Ch. ',
  volume: 'Vol. ',
  annual: 'Annual ',
  special: 'Special ',
  number: 'No. ',
}

function describeNumber(book: ReturnType<typeof numberFile>): string {
  const label = listNumberParts(book)
    .map(({ word, from, to }) => `${words[word]}${from ?? ''}${to === null ? '' : `–${to}`}`.trim())
    .join(' · ')
  return `${book.numberKind ?? 'none'}: ${label || 'title'}`
}

test('there are at least 120 situations', () => {
  expect(situations.length).toBeGreaterThanOrEqual(120)
})

// A row without metadata would get a callback in its place.
const rows = situations.map(([type, path, expected, metadata]) => ({
  type,
  path,
  expected,
  metadata,
}))

test.each(rows)('J1: $type: $path is $expected', ({ type, path, expected, metadata }) => {
  expect(describeNumber(numberFile(type, path, metadata))).toBe(expected)
})
