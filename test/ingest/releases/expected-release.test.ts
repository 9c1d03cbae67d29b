import { expect, test } from 'bun:test'
import { expectNextRelease } from '../../../src/ingest/releases/rules/expected-release'

const now = new Date('2026-03-20T12:00:00Z')
const days = (...given: string[]) => given.map((day) => new Date(`${day}T09:30:00Z`))

const cases: [string, Date[], string | undefined][] = [
  ['weekly', days('2026-02-25', '2026-03-04', '2026-03-11', '2026-03-18'), '2026-03-25'],
  ['in any order', days('2026-03-18', '2026-02-25', '2026-03-11', '2026-03-04'), '2026-03-25'],
  ['a day late once', days('2026-02-25', '2026-03-04', '2026-03-12', '2026-03-18'), '2026-03-25'],
  ['monthly', days('2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'), '2026-04-01'],
  ['twice on one day', days('2026-02-25', '2026-03-04', '2026-03-11', '2026-03-11'), undefined],
  ['too few', days('2026-03-04', '2026-03-11', '2026-03-18'), undefined],
  ['none', [], undefined],
  ['no rhythm', days('2026-01-01', '2026-01-03', '2026-02-20', '2026-03-18'), undefined],
  ['over', days('2025-02-25', '2025-03-04', '2025-03-11', '2025-03-18'), undefined],
  ['due today', days('2026-02-20', '2026-02-27', '2026-03-06', '2026-03-13'), '2026-03-20'],
  [
    'an old break does not count',
    days(
      '2025-01-01',
      '2026-02-06',
      '2026-02-13',
      '2026-02-20',
      '2026-02-27',
      '2026-03-06',
      '2026-03-13',
      '2026-03-20',
    ),
    '2026-03-27',
  ],
]

test.each(cases)('%s', (_, given, expected) => {
  expect(expectNextRelease(given, now)?.toISOString()).toBe(expected && `${expected}T00:00:00.000Z`)
})
