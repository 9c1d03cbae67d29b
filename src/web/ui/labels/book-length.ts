/** Length of a book: its pages, or the reading time for an e-book, whose text has no pages. */
import type { Schemas } from '../api/client'
import { formatNumber, t } from '../i18n/i18n'

type Measured = Pick<Schemas['Book'], 'fileFormat' | 'pageCount'>

/** Typical reading speed in positions per minute. A position is about 1000 bytes of an e-book. */
export const positionsPerMinute = 1.3

export const hasPageNumbers = ({ fileFormat, pageCount }: Measured): boolean =>
  fileFormat !== 'epub' && pageCount > 0

/** Returns text such as `192 p.`, `≈ 9 h` or `≈ 25 min`, or undefined if the length is unknown. */
export function formatBookLength(book: Measured): string | undefined {
  const { pageCount } = book
  if (pageCount <= 0) return undefined
  return hasPageNumbers(book)
    ? t('{pages} p.', { pages: formatNumber(pageCount) })
    : formatReadingTime(pageCount / positionsPerMinute)
}

/** Returns text such as `≈ 9 h` or `≈ 25 min`, which never wraps. */
export function formatReadingTime(minutes: number): string {
  const whole = Math.max(1, Math.round(minutes))
  const time =
    whole < 60
      ? t('≈ {minutes} min', { minutes: formatNumber(whole) })
      : t('≈ {hours} h', { hours: formatNumber(Math.round(whole / 60)) })
  return time.replaceAll(' ', '\u00A0')
}
