/** What can be chosen of how pages are shown, in words; the order is that of the settings. */
import { t } from '../i18n/i18n'
import type { Settings } from '../screens/read/hooks/use-reader-settings'

type Words<Key extends keyof Settings> = Record<Settings[Key] & string, string>

export const modeWords = (): Words<'reader.mode'> => ({
  paged: t('Pages'),
  continuous: t('Scroll'),
  webtoon: t('Webtoon'),
})

export const spreadWords = (): Words<'reader.spread'> => ({
  single: t('One'),
  double: t('Two'),
  auto: t('Auto'),
})

export const directionWords = (): Words<'reader.direction'> => ({
  rtl: t('← Right to left'),
  ltr: t('Left to right →'),
  ttb: t('Vertical ↓'),
})

export const fitWords = (): Words<'reader.fit'> => ({
  screen: t('Screen'),
  width: t('Width'),
  height: t('Height'),
  original: '1:1',
})
