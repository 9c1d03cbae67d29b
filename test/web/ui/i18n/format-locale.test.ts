import { i18n } from '@lingui/core'
import { expect, test } from 'bun:test'
import { formatBytes } from '../../../../src/web/ui/i18n/bytes'
import { getFormatLocale } from '../../../../src/web/ui/i18n/format-locale'

test.each([
  ['en', ['de-DE', 'en-GB'], 'en-GB'],
  ['de', ['de-AT', 'en-GB'], 'de-AT'],
  ['en', ['fr'], 'en'],
])('J28: %s in a browser of %p is formatted as %s', (language, languages, expected) => {
  i18n.loadAndActivate({ locale: language, messages: {} })
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true })
  expect(getFormatLocale()).toBe(expected)
})

test('J28: the size of a file is formatted as in the region', () => {
  i18n.loadAndActivate({ locale: 'de', messages: {} })
  Object.defineProperty(navigator, 'languages', { value: ['de-CH'], configurable: true })
  expect(formatBytes(2_500_000_000)).toBe('2.5\u00a0GB')
})
