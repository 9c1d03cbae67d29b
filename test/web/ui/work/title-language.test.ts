import { expect, test } from 'bun:test'
import { getTitleLanguage } from '../../../../src/web/ui/labels/title-language'

test.each([
  ['鬼の話', null, 'ja'],
  ['ワンダー', 'en', 'ja'],
  ['서울의 밤', null, 'ko'],
  ['東京物語', 'ja', 'ja'],
  ['東京物語', 'zh-Hant', 'zh-Hant'],
  // Chinese and Japanese share these characters.
  ['東京物語', null, undefined],
  ['東京物語', 'en', undefined],
  ['Tidal Hour', 'ja', undefined],
  ['Тихий Дон', null, undefined],
])('design 13: the title %p of a work in %p is in %p', (title, language, expected) => {
  expect(getTitleLanguage(title, language)).toBe(expected)
})
