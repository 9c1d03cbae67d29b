import { expect, test } from 'bun:test'
import { isPast } from '../../../../src/web/ui/screens/settings/account/keys/local-date'

const today = new Date('2026-03-09T12:00:00')

test('a date before today has passed', () => {
  expect(isPast('2026-03-08', today)).toBe(true)
  expect(isPast('1999-12-31', today)).toBe(true)
})

test('today, future dates, no date and a partly typed year have not passed', () => {
  for (const day of ['2026-03-09', '2026-10-01', '12026-01-01', '', '0002-03-09', '0202-03-09']) {
    expect([day, isPast(day, today)]).toEqual([day, false])
  }
})
