import { describe, expect, test } from 'bun:test'
import { computeEventTime } from '../../../../src/web/ui/state/progress/event-time'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Server times: last contact before the network was lost (`contactAt`), reading, and sending. */
const contactAt = 1_000 * day
const readAt = contactAt + 2 * hour
const sentAt = contactAt + 10 * hour

interface Case {
  name: string
  /** Clock error of the device at each of these times in ms, positive if the clock is ahead. */
  contact: number | null
  reading: number
  sending: number
  /** True if the page is not reloaded between reading and sending. */
  isSamePage?: boolean
  /** Time in ms for which the device slept, which `performance.now()` does not count. */
  asleep?: number
  expected: number
}

const cases: Case[] = [
  { name: 'a right clock', contact: 0, reading: 0, sending: 0, expected: readAt },
  {
    name: 'a clock that is a second off',
    contact: 1_000,
    reading: 1_000,
    sending: 1_000,
    expected: readAt,
  },
  {
    name: 'a clock two days ahead',
    contact: 2 * day,
    reading: 2 * day,
    sending: 2 * day,
    expected: readAt,
  },
  {
    name: 'a clock a year behind',
    contact: -365 * day,
    reading: -365 * day,
    sending: -365 * day,
    expected: readAt,
  },
  {
    name: 'a wrong clock without an earlier contact',
    contact: null,
    reading: 3 * day,
    sending: 3 * day,
    expected: readAt,
  },
  {
    name: 'a clock corrected after reading',
    contact: -3 * hour,
    reading: -3 * hour,
    sending: 0,
    expected: readAt,
  },
  {
    name: 'a clock corrected before reading',
    contact: 3 * day,
    reading: 0,
    sending: 0,
    expected: readAt,
  },
  {
    name: 'a clock that became wrong before reading',
    contact: 0,
    reading: -9 * day,
    sending: -9 * day,
    expected: readAt,
  },
  {
    name: 'a clock that started wrong and was corrected',
    contact: 0,
    reading: -900 * day,
    sending: 0,
    expected: contactAt,
  },
  {
    name: 'a clock far ahead that was corrected',
    contact: 0,
    reading: 900 * day,
    sending: 0,
    expected: contactAt,
  },
  {
    name: 'the same in one page',
    contact: 0,
    reading: -900 * day,
    sending: 0,
    isSamePage: true,
    expected: readAt,
  },
  {
    name: 'no clock to trust, and no contact',
    contact: null,
    reading: 900 * day,
    sending: 0,
    expected: sentAt,
  },
  {
    name: 'a device that slept',
    contact: 0,
    reading: 0,
    sending: 0,
    isSamePage: true,
    asleep: 6 * hour,
    expected: readAt,
  },
  {
    name: 'a clock corrected in one page',
    contact: 3 * hour,
    reading: 3 * hour,
    sending: 0,
    isSamePage: true,
    expected: readAt,
  },
  {
    name: 'a clock that became wrong in one page',
    contact: 0,
    reading: -1 * hour,
    sending: -1 * hour,
    isSamePage: true,
    expected: readAt,
  },
]

describe('the time of reading by the server’s clock', () => {
  test.each(cases)('with $name', (one) => {
    const { contact, reading, sending, isSamePage = false, asleep = 0, expected } = one
    const known = contact === null ? null : { serverMs: contactAt, wallMs: contactAt + contact }
    const event = { wallMs: readAt + reading, elapsedMs: 5 * minute, pageId: 'a', contact: known }
    const now = {
      wallMs: sentAt + sending,
      elapsedMs: 5 * minute + (sentAt - readAt) - asleep,
      pageId: isSamePage ? 'a' : 'b',
      contact: { serverMs: sentAt, wallMs: sentAt + sending },
    }
    const computed = computeEventTime(event, now)
    expect(Math.abs(computed - expected)).toBeLessThanOrEqual(1_000)
  })

  test('is never later than sending, and never before the last contact', () => {
    for (let seed = 1; seed <= 2_000; seed++) {
      const random = (step: number) => ((seed * 7_919 * step) % 10_007) / 10_007 - 0.5
      const shift = (step: number) => Math.round(random(step) * 20 * day)
      const contact = { serverMs: contactAt, wallMs: contactAt + shift(3) }
      const event = { wallMs: readAt + shift(5), elapsedMs: 0, pageId: 'a', contact }
      const sending = shift(11)
      const now = {
        wallMs: sentAt + sending,
        elapsedMs: sentAt - readAt,
        pageId: seed % 2 === 0 ? 'a' : 'b',
        contact: { serverMs: sentAt, wallMs: sentAt + sending },
      }
      const computed = computeEventTime(event, now)
      expect(computed).toBeLessThanOrEqual(sentAt)
      expect(computed).toBeGreaterThanOrEqual(contactAt - 5_000)
    }
  })
})
