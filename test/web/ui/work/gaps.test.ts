import { describe, expect, test } from 'bun:test'
import { countOf, gapNames, gapsIn } from '../../../../src/web/ui/components/work/gaps'
import { onlyBookOf } from '../../../../src/web/ui/screens/series/one-shot'

describe('what is missing between numbers', () => {
  test('is told in spans, in order, whatever the order of the books', () => {
    const gaps = gapsIn([12, 1, 3, 2, 8, 5.5], 1)
    expect(gapNames(gaps)).toEqual(['4', '6–7', '9–11'])
    expect(countOf(gaps)).toBe(6)
  })

  test('counts from where the series begins', () => {
    expect(gapsIn([3, 4], 1)).toEqual([[1, 2]])
    expect(gapsIn([3, 4], 3)).toEqual([])
  })

  test('is nothing where the numbers are years, or most are not at hand', () => {
    expect(gapsIn([1984, 2001], 1)).toEqual([])
    expect(gapsIn([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28], 1)).toEqual([])
    expect(gapsIn([], 1)).toEqual([])
  })
})

describe('a series that is a single book', () => {
  const book = { volume: null, chapter: null, number: null }
  const of = (metadata: object, bookCount = 1) =>
    ({
      bookCount,
      metadata: { status: null, totalVolumeCount: null, totalChapterCount: null, ...metadata },
    }) as Parameters<typeof onlyBookOf>[0]

  test('is shown as the book where nothing counts', () => {
    expect(onlyBookOf(of({}), [book])).toBe(book)
  })

  test('is a series where the book is counted, more are known, or it goes on', () => {
    expect(onlyBookOf(of({}), [{ ...book, volume: 1 }])).toBeUndefined()
    expect(onlyBookOf(of({ totalVolumeCount: 12 }), [book])).toBeUndefined()
    expect(onlyBookOf(of({ status: 'ongoing' }), [book])).toBeUndefined()
    expect(onlyBookOf(of({}, 2), [book, book])).toBeUndefined()
  })

  test('is the book, counted or not, where it is known to be all there is', () => {
    const first = { ...book, volume: 1 }
    expect(onlyBookOf(of({ totalVolumeCount: 1 }), [first])).toBe(first)
  })
})
