import { i18n } from '@lingui/core'
import { expect, test } from 'bun:test'
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
