import { afterAll, beforeAll, expect, test } from 'bun:test'
import { i18n } from '@lingui/core'
import { formatDuration, formatInMinutes } from '../../../../src/web/ui/i18n/date-time'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  Object.defineProperty(navigator, 'languages', { value: ['en-US'], configurable: true })
})
afterAll(() => void Reflect.deleteProperty(navigator, 'languages'))

test.each([
  [0, '0 ms'],
  [-5, '0 ms'],
  [17, '17 ms'],
  [1_540, '1.5 sec'],
  [42_000, '42 sec'],
  [60_000, '1 min'],
  [125_000, '2 min 5 sec'],
  [3_600_000, '1 hr'],
  [7_530_000, '2 hr 5 min'],
  [90_000_000, '25 hr'],
])('formats %d milliseconds as %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(keepUnits(words))
})

test.each([
  [0, '0 min'],
  [29_000, '1 min'],
  [42_000, '1 min'],
  [125_000, '2 min'],
  [7_530_000, '2 hr 6 min'],
])('formats %d milliseconds in minutes as %s', (milliseconds, words) => {
  expect(formatInMinutes(milliseconds)).toBe(keepUnits(words))
})

test.each(['de-DE', 'en-US', 'fr-FR', 'ja-JP', 'pt-BR'])(
  'no line breaks between a number and its unit in %s',
  (locale) => {
    i18n.loadAndActivate({ locale: locale.slice(0, 2), messages: {} })
    Object.defineProperty(navigator, 'languages', { value: [locale], configurable: true })
    for (const milliseconds of [17, 1_540, 125_000, 7_530_000]) {
      expect(formatDuration(milliseconds)).not.toMatch(/\d [^\d\s]/)
    }
  },
)

/** Between a number and its unit, the space keeps both on one line. */
const keepUnits = (words: string) => words.replaceAll(/(?<=\d) /g, '\u00A0')
