import { describe, expect, test } from 'bun:test'
import {
  foldReadingEvent,
  type ReadingState,
  type ReadingEvent,
} from '../../../src/reading/progress/fold'

const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n))
const now = hour(20)
const book = { pageCount: 20, now }

const page = (number: number, at: number, more: object = {}): ReadingEvent => ({
  kind: 'position',
  origin: 'explicit',
  page: number,
  happenedAt: hour(at),
  ...more,
})
const read: ReadingEvent = { kind: 'completed', origin: 'explicit' }
const unread: ReadingEvent = { kind: 'unread', origin: 'explicit' }

function foldAll(events: ReadingEvent[], { pageCount = 20 } = {}) {
  let place: ReadingState | undefined
  let logged = 0
  let completions = 0
  for (const event of events) {
    const step = foldReadingEvent(place, event, { pageCount, now })
    if (!step) continue
    logged++
    completions += step.completion ? 1 : 0
    place = step.place
  }
  return { place: place!, logged, completions }
}

const sync = { origin: 'sync' }
const inferred = { origin: 'inferred' }
const atPage = (number: number, more: object = {}) => ({ page: number, ...more })

describe('an event moves the place as the table says', () => {
  test.each<[string, ReadingEvent[], Partial<ReadingState>, number]>([
    ['a first page', [page(5, 1)], atPage(5, { pass: 1, completed: false }), 1],
    ['a person who goes back', [page(9, 1), page(4, 2)], atPage(4), 2],
    ['a sync that is behind', [page(9, 1), page(4, 2, sync)], atPage(9), 2],
    ['a sync that is ahead', [page(9, 1), page(12, 2, sync)], atPage(12), 2],
    ['an inferred page that is behind', [page(9, 1), page(4, 2, inferred)], atPage(9), 2],
    ['a late arrival', [page(9, 5), page(15, 2)], atPage(9), 2],
    ['a late arrival at the end', [page(9, 5), page(20, 2)], atPage(9, { completed: true }), 2],
    ['the last page', [page(20, 1)], atPage(20, { completed: true, completions: 1 }), 1],
    ['a page past the end', [page(99, 1)], atPage(20, { completed: true }), 1],
    ['98 %', [page(1, 1, { fraction: 0.98 })], { completed: true }, 1],
    ['just under 98 %', [page(1, 1, { fraction: 0.979 })], { completed: false }, 1],
    ['completed: false', [page(20, 1, { completed: false })], { completed: false }, 1],
    ['completed: true in the middle', [page(7, 1, { completed: true })], { completed: true }, 1],
    ['the last page, twice', [page(20, 1), page(20, 2)], { completions: 1, pass: 1 }, 2],
    ['read, twice', [read, read], { completions: 1, pass: 1 }, 1],
    ['a look back at the end', [read, page(19, 21)], atPage(19, { completed: true, pass: 1 }), 2],
    ['10 % after the end', [read, page(2, 21)], { completed: false, pass: 2, completions: 1 }, 2],
    ['15 % after the end', [read, page(3, 21)], { completed: true, pass: 1 }, 2],
    ['a second reading', [read, page(1, 21), page(20, 22)], { completions: 2, pass: 2 }, 3],
    ['unread', [read, unread], { completed: false, started: false, pass: 2, completions: 1 }, 2],
    ['unread, twice', [read, unread, unread], { pass: 2 }, 2],
    ['unread of a book in the middle', [page(5, 1), unread], atPage(0, { pass: 2 }), 2],
    ['read after unread', [read, unread, read], { completions: 2, pass: 2, completed: true }, 3],
    ['a position from before unread', [page(5, 1), unread, page(8, 2)], { started: false }, 3],
    ['an end from before unread', [page(5, 1), unread, page(20, 2)], { completions: 0 }, 3],
  ])('%s', (_, events, expected, logged) => {
    const folded = foldAll(events)
    expect(folded.place).toMatchObject(expected)
    expect(folded.logged).toBe(logged)
    expect(folded.completions).toBe(folded.place.completions)
  })
})

test('marks nothing as unread that was never opened', () => {
  expect(foldReadingEvent(undefined, unread, book)).toBeUndefined()
})

test('takes a time in the future for now, so that it does not block what follows', () => {
  const ahead = foldReadingEvent(undefined, page(9, 23), book)!
  expect(ahead.entry.happenedAt).toEqual(now)
  expect(foldReadingEvent(ahead.place, page(4, 23), book)!.place.page).toBe(4)
})

test('takes who tells no time for the latest, even when the clock was set back', () => {
  const { place } = foldReadingEvent(undefined, page(9, 19), book)!
  const back = { pageCount: 20, now: hour(3) }
  expect(
    foldReadingEvent(place, { kind: 'position', origin: 'explicit', page: 10 }, back)!.place.page,
  ).toBe(10)
})

test('hands the same place back when nothing moved', () => {
  const { place } = foldReadingEvent(undefined, page(9, 5), book)!
  expect(foldReadingEvent(place, page(4, 2), book)!.place).toBe(place)
  expect(foldReadingEvent(place, page(4, 6, sync), book)!.place).toBe(place)
})

test('lets a short book be read again from page 1, and a single page not', () => {
  expect(foldAll([read, page(1, 21)], { pageCount: 3 }).place).toMatchObject({ pass: 2 })
  expect(foldAll([read, page(1, 21)], { pageCount: 1 }).place).toMatchObject({ pass: 1 })
})

test('keeps fractions where the number of pages is not known', () => {
  const told = { kind: 'position', origin: 'sync', fraction: 0.4 } as const
  const { place } = foldReadingEvent(undefined, told, { pageCount: 0, now })!
  expect(place).toMatchObject({ page: 1, fraction: 0.4, completed: false })
  const behind = foldReadingEvent(
    place,
    { ...told, fraction: 0.3 },
    { pageCount: 0, now: hour(21) },
  )!
  expect(behind.place.fraction).toBe(0.4)
})

test('finds the page that belongs to a fraction', () => {
  const told = { kind: 'position', origin: 'explicit', fraction: 0.5 } as const
  expect(foldReadingEvent(undefined, told, book)!.place).toMatchObject({ page: 10, fraction: 0.5 })
})

test('logs what was told, and that it finished the book', () => {
  const locator = { href: 'chapter.xhtml' }
  const event = page(20, 1, { locator, device: 'tablet' })
  expect(foldReadingEvent(undefined, event, book)!.entry).toEqual({
    pass: 1,
    kind: 'completed',
    origin: 'explicit',
    page: 20,
    fraction: null,
    locator,
    device: 'tablet',
    happenedAt: hour(1),
  })
})
