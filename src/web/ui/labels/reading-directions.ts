/** Labels for the reading directions of libraries, series and books. */
import { t } from '../i18n/i18n'

const labels = () => ({
  ltr: t('Left to right'),
  rtl: t('Right to left'),
  ttb: t('Top to bottom'),
  webtoon: t('Webtoon'),
})

export type ReadingDirection = keyof ReturnType<typeof labels>

/** Returns undefined for a direction that this version does not support. */
export const readingDirectionLabel = (direction: string): string | undefined =>
  labels()[direction as ReadingDirection]

export const readingDirectionChoices = () =>
  (Object.entries(labels()) as [ReadingDirection, string][]).map(([value, label]) => ({
    value,
    label,
  }))
