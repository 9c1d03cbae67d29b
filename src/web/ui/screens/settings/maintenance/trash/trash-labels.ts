import { t } from '../../../../i18n/i18n'

export const formatBookCount = (books: number) =>
  t('{books, plural, one {# book} other {# books}}', { books })

export const formatTrashedSeries = (series: number) =>
  t('{series, plural, one {# series} other {# series}}', { series })

export const formatReaderCount = (readBy: number) =>
  readBy > 0
    ? [t('{readBy, plural, one {read by # person} other {read by # people}}', { readBy })]
    : []
