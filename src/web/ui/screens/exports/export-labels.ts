import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'

export type ExportType = NonNullable<Schemas['ExportCreation']['exportType']>
export type ExportFormat = Schemas['ExportCreation']['format']

export const typeLabels = (): Record<ExportType, string> => ({
  series: t('Series'),
  books: t('Books'),
  both: t('Series and books'),
  progress: t('Reading progress'),
  history: t('Reading history'),
  ratings: t('Ratings, favorites and notes'),
  highlights: t('Highlights'),
  everything: t('Everything'),
})

export const formatLabels = (): Record<ExportFormat, string> => ({
  html: t('Web page (HTML)'),
  md: t('Text document (Markdown)'),
  csv: t('Table (CSV)'),
  json: t('Data for other programs (JSON)'),
  zip: t('Archive (ZIP)'),
})
