import { expect, test } from 'bun:test'
import { placeBookmark } from '../../../src/ingest/importing/merge/steps/place-bookmark'
import { maxPage } from '../../../src/reading/bookmarks/model'

type Found = Parameters<typeof placeBookmark>[0]
const at = new Date('2026-05-01T00:00:00Z')
const found = (page: number | null, pages: Found['pages'], more: object = {}): Found =>
  ({
    personal: { kind: 'bookmark', page, note: 'n', locator: null, fraction: null, ...more },
    item: { kind: 'book', id: 'b' },
    pages,
  }) as Found
const place = (given: Found, locators: Parameters<typeof placeBookmark>[2] = new Map()) => {
  const mark = placeBookmark(given, at, locators)
  return mark && [mark.page, mark.fraction]
}

test.each<[number, Found['pages'], unknown]>([
  [5, { here: 10, there: 10 }, [5, 0.4]],
  [10, { here: 10, there: null }, [10, 0.9]],
  [11, { here: 10, there: 10 }, undefined],
  [11, { here: 20, there: 21 }, [11, 0.5]],
  [1, { here: 20, there: 10 }, [1, 0]],
  [6, { here: 20, there: 10 }, [11, 0.5]],
  [10, { here: 20, there: 10 }, [19, 0.9]],
  [12, { here: 20, there: 10 }, undefined],
  [maxPage, { here: 0, there: 10 }, [maxPage, 0]],
  [maxPage + 1, { here: 0, there: 10 }, undefined],
  [7, null, [7, 0]],
])('page %d with pages %j is at %j', (page, pages, expected) => {
  expect(place(found(page, pages))).toEqual(expected as never)
})

test('a position needs a locator and a share of the book, of which a found one is better', () => {
  const locator = { href: 'a', type: 't', locations: { totalProgression: 0.3 } }
  expect(place(found(null, null))).toBeUndefined()
  expect(place(found(null, null, { locator }))).toBeUndefined()
  expect(place(found(null, null, { fraction: 0.2 }))).toBeUndefined()
  expect(place(found(null, null, { locator, fraction: 0.2 }))).toEqual([null, 0.2])
  const given = found(null, null, { locator, fraction: 0.2 })
  expect(place(given, new Map([[given.personal, locator]]) as never)).toEqual([null, 0.3])
})
