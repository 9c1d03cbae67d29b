import { expect, test } from 'bun:test'
import {
  deriveSessions,
  type SessionEvent,
} from '../../../src/reading/statistics/sessions/derive-sessions'

const minute = 60_000
const hour = 60 * minute

/** A position on a page, so many milliseconds after the start. */
const at = (
  happenedMs: number,
  page: number | null,
  more: Partial<SessionEvent> = {},
): SessionEvent => ({
  kind: 'position',
  origin: 'explicit',
  pass: 1,
  page,
  fraction: null,
  hasLocator: false,
  device: 'tablet',
  happenedMs,
  ...more,
})

const describe = (events: SessionEvent[], pageCount = 200, before?: SessionEvent) =>
  deriveSessions(events, { pageCount, before }).map(
    ({ startedMs, endedMs, pages }) => `${startedMs}-${endedMs}: ${pages}`,
  )

/** Every four minutes, a page each. */
const readFor = (lengthMs: number) =>
  Array.from({ length: lengthMs / (4 * minute) + 1 }, (_, n) => at(n * 4 * minute, n + 1))

test.each<[string, SessionEvent[], string[]]>([
  ['nothing', [], []],
  ['a pause of five minutes', [at(0, 1), at(5 * minute, 3)], ['0-300000: 3']],
  ['a longer pause', [at(0, 1), at(5 * minute + 1, 3)], ['0-0: 1', '300001-300001: 2']],
  ['another device', [at(0, 1), at(1, 2, { device: 'phone' })], ['0-0: 1', '1-1: 1']],
  ['twelve hours', readFor(12 * hour), [`0-${12 * hour}: 181`]],
  [
    'more than twelve hours',
    [...readFor(12 * hour), at(12 * hour + 1, 182)],
    [`0-${12 * hour}: 181`, `${12 * hour + 1}-${12 * hour + 1}: 1`],
  ],
  ['a move back', [at(0, 9), at(1, 3)], ['0-1: 9']],
  ['twenty pages at once', [at(0, 1), at(1, 21)], ['0-1: 21']],
  ['a jump of 21 pages', [at(0, 1), at(1, 22)], ['0-1: 1']],
  ['21 pages in 42 seconds', [at(0, 1), at(42_000, 22)], ['0-42000: 22']],
  ['21 pages a little faster', [at(0, 1), at(41_999, 22)], ['0-41999: 1']],
  ['a start in the middle', [at(0, 21)], ['0-0: 0']],
  ['a start near the beginning', [at(0, 20)], ['0-0: 20']],
  ['another pass', [at(0, 100), at(1, 5, { pass: 2 })], ['0-1: 5']],
  ['unread', [at(0, 1), at(1, 2, { kind: 'unread' }), at(2, 3)], ['0-0: 1', '2-2: 3']],
  [
    'a synchronized completion',
    [at(0, 1), at(1, 9, { kind: 'completed', origin: 'sync' }), at(2, 9)],
    ['0-0: 1', '2-2: 0'],
  ],
  ['marked as read', [at(0, 1), at(1, 9, { kind: 'completed', fraction: 1 })], ['0-0: 1']],
  ['a completion on the last page', [at(0, 1), at(1, 9, { kind: 'completed' })], ['0-1: 9']],
  [
    'a completion with a locator',
    [at(0, 1), at(1, 9, { kind: 'completed', fraction: 1, hasLocator: true })],
    ['0-1: 9'],
  ],
  [
    'a completion before the end',
    [at(0, 1), at(1, 9, { kind: 'completed', fraction: 0.9 })],
    ['0-1: 9'],
  ],
  [
    'a completion without a page',
    [at(0, 1), at(1, null, { kind: 'completed', fraction: 1 })],
    ['0-1: 1'],
  ],
  ['a fraction', [at(0, null, { fraction: 0.051 })], ['0-0: 11']],
  ['a page after the last', [at(0, 190), at(1, 500)], ['0-1: 10']],
])('sessions of %s', (_, events, sessions) => expect(describe(events)).toEqual(sessions))

test('pages count from the event before', () => {
  expect(describe([at(0, 12)], 200, at(-hour, 10))).toEqual(['0-0: 2'])
  expect(describe([at(0, 12)], 200, at(-hour, 10, { kind: 'unread' }))).toEqual(['0-0: 12'])
})

test('without a page count, pages are counted as they are sent', () => {
  expect(describe([at(0, 3), at(1, 7)], 0)).toEqual(['0-1: 7'])
})
