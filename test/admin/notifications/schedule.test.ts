import { expect, test } from 'bun:test'
import { buildSendSchedule } from '../../../src/admin/notifications/schedule'

const cases = [
  ['soon', null, null, '*/10 * * * *'],
  ['hourly', null, null, '0 * * * *'],
  ['daily', null, null, '0 8 * * *'],
  ['soon', 22, 7, '*/10 7,8,9,10,11,12,13,14,15,16,17,18,19,20,21 * * *'],
  ['hourly', 1, 5, '0 0,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23 * * *'],
  ['daily', 6, 10, '0 10 * * *'],
  ['daily', 8, 0, '0 0 * * *'],
  ['soon', 5, 5, '*/10 * * * *'],
] as const

test.each(cases)('%s, quiet from %s until %s', (frequency, quietFrom, quietUntil, expected) => {
  expect(buildSendSchedule({ frequency, quietFrom, quietUntil })).toBe(expected)
})
