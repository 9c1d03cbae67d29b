import { describe, expect, test } from 'bun:test'
import { getOnlyBook } from '../../../../src/web/ui/screens/series/one-shot'

describe('a series that is a single book', () => {
  const book = { volume: null, chapter: null, number: null }
  const of = (metadata: object, bookCount = 1) =>
    ({
      bookCount,
      metadata: { status: null, totalVolumeCount: null, totalChapterCount: null, ...metadata },
    }) as Parameters<typeof getOnlyBook>[0]

  test('is shown as the book where nothing counts', () => {
    expect(getOnlyBook(of({}), [book])).toBe(book)
  })

  test('is a series where the book is counted, more are known, or it goes on', () => {
    expect(getOnlyBook(of({}), [{ ...book, volume: 1 }])).toBeUndefined()
    expect(getOnlyBook(of({ totalVolumeCount: 12 }), [book])).toBeUndefined()
    expect(getOnlyBook(of({ status: 'ongoing' }), [book])).toBeUndefined()
    expect(getOnlyBook(of({}, 2), [book, book])).toBeUndefined()
  })

  test('is the book, counted or not, where it is known to be all there is', () => {
    const first = { ...book, volume: 1 }
    expect(getOnlyBook(of({ totalVolumeCount: 1 }), [first])).toBe(first)
  })
})
