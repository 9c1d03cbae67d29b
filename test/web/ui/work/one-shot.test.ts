import { describe, expect, test } from 'bun:test'
import { getOnlyBook } from '../../../../src/web/ui/screens/series/only-book'

describe('a series with a single book', () => {
  const book = { numberFrom: null, number: null }
  const buildSeries = (metadata: object, bookCount = 1) =>
    ({
      bookCount,
      metadata: { status: null, totalVolumeCount: null, totalChapterCount: null, ...metadata },
    }) as Parameters<typeof getOnlyBook>[0]

  test('is shown as a book without numbers', () => {
    expect(getOnlyBook(buildSeries({}), [book])).toBe(book)
  })

  test('is shown as a series when the book is numbered, more are expected, or it is ongoing', () => {
    expect(getOnlyBook(buildSeries({}), [{ ...book, numberFrom: 1 }])).toBeUndefined()
    expect(getOnlyBook(buildSeries({ totalVolumeCount: 12 }), [book])).toBeUndefined()
    expect(getOnlyBook(buildSeries({ status: 'ongoing' }), [book])).toBeUndefined()
    expect(getOnlyBook(buildSeries({}, 2), [book, book])).toBeUndefined()
  })

  test('is shown as a book when its total is one', () => {
    const first = { ...book, numberFrom: 1 }
    expect(getOnlyBook(buildSeries({ totalVolumeCount: 1 }), [first])).toBe(first)
  })
})
