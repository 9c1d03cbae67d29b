/** Length of a book: its pages, or the reading time for an e-book, whose text has no pages. */
import type { Schemas } from '../api/client'
import { formatNumber, t } from '../i18n/i18n'

type Measured = Pick<Schemas['Book'], 'fileFormat' | 'pageCount'>

/**
 * Number of positions that are read per minute. The length of an e-book is measured in positions of
 * about 1000 bytes.
 */
export const positionsPerMinute = 1.3

export const hasPageNumbers = ({ fileFormat, pageCount }: Measured): boolean =>
  fileFormat !== 'epub' && pageCount > 0

/** `192 p.`, `≈ 9 h`, `≈ 25 min`, or undefined if unknown. */
export function formatBookLength(book: Measured): string | undefined {
  const { pageCount } = book
  if (pageCount <= 0) return undefined
  return hasPageNumbers(book)
    ? t('{pages} p.', { pages: formatNumber(pageCount) })
    : formatReadingTime(pageCount / positionsPerMinute)
}

/** `≈ 9 h`, `≈ 25 min`, always on one line. */
export function formatReadingTime(minutes: number): string {
  const whole = Math.max(1, Math.round(minutes))
  const time =
    whole < 60
      ? t('≈ {minutes} min', { minutes: formatNumber(whole) })
      : t('≈ {hours} h', { hours: formatNumber(Math.round(whole / 60)) })
  return time.replaceAll(' ', '\u00A0')
}
