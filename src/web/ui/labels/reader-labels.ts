/**
 * Options for the reading settings, used by the readers and the settings page. Keys are in display
 * order.
 */
import type { Choice } from '../components/controls/select'
import { t } from '../i18n/i18n'
import type { Settings } from '../screens/read/hooks/use-reader-settings'

type Labels<Key extends keyof Settings> = Record<Settings[Key] & string, string>

export const modeLabels = (): Labels<'reader.mode'> => ({
  paged: t('Paged'),
  continuous: t('Continuous'),
  webtoon: t('Webtoon'),
})

export const pageLayoutLabels = (): Labels<'reader.spread'> => ({
  auto: t('Auto'),
  single: t('Single'),
  double: t('Double'),
})

export const widePageLabels = (): Labels<'reader.widePages'> => ({
  whole: t('Fit'),
  split: t('Split'),
  turned: t('Rotate'),
})

export const directionLabels = (): Labels<'reader.direction'> => ({
  rtl: t('← Right to left'),
  ltr: t('Left to right →'),
  ttb: t('Top to bottom ↓'),
})

export const scalingLabels = (): Labels<'reader.fit'> => ({
  screen: t('Fit screen'),
  width: t('Fit width'),
  height: t('Fit height'),
  original: t('Original size'),
})

export const tapZoneLabels = (): Labels<'reader.tapZones'> => ({
  edges: t('Edges only'),
  'left-right': t('Left & right'),
  bands: t('Top & bottom'),
  off: t('Off'),
})

export const transitionLabels = (): Labels<'reader.animation'> => ({
  none: t('None', { context: 'transition' }),
  slide: t('Slide'),
  fade: t('Fade'),
})

export const backgroundLabels = (): Labels<'reader.background'> => ({
  auto: t('Match theme'),
  black: t('Black'),
  gray: t('Gray'),
  white: t('White'),
  paper: t('Paper'),
})

export const textThemeLabels = (): Labels<'epub.theme'> => ({
  auto: t('Match theme'),
  light: t('Light'),
  sepia: t('Sepia'),
  gray: t('Gray'),
  dark: t('Dark'),
  black: t('Black'),
})

export const columnLabels = (): Labels<'epub.columns'> => ({
  auto: t('Auto'),
  one: t('1 column'),
  two: t('2 columns'),
})

export const alignmentLabels = (): Labels<'epub.align'> => ({
  publisher: t('Book default'),
  start: t('Left'),
  justify: t('Justified'),
})

/** Converts labels to options for a `Select`. */
export const toChoices = <Value extends string>(
  labels: Record<Value, string>,
): readonly Choice<Value>[] =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))
