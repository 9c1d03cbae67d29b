import { expect, test } from 'bun:test'
import { isFreshEnough } from '../../../src/platform/outgoing/response-cache'

test('a stored response is fresh up to its age, and no longer than a day or a week', () => {
  const day = 24 * 3_600_000
  const now = new Date('2026-05-01T00:00:00Z')
  const isFresh = (kind: 'search' | 'work', ageMs: number, maxAgeMs: number) => {
    const freshMs = kind === 'search' ? day : 7 * day
    const freshUntil = new Date(now.getTime() - ageMs + freshMs)
    return isFreshEnough({ body: '', etag: null, freshUntil }, now, { kind, maxAgeMs })
  }
  expect([isFresh('work', 10, 10), isFresh('work', 11, 10)]).toEqual([true, false])
  expect([isFresh('search', day - 1, Infinity), isFresh('search', day, Infinity)]).toEqual([
    true,
    false,
  ])
  expect([isFresh('work', 7 * day - 1, Infinity), isFresh('work', 7 * day, Infinity)]).toEqual([
    true,
    false,
  ])
})
