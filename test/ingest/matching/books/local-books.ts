/** Books and candidates for matching tests. */
import type { LocalBook } from '../../../../src/ingest/matching/model'
import type { BookCandidate } from '../../../../src/ingest/providers/model'

export const toLocalBook = (values: Partial<LocalBook> & { title: string }): LocalBook => ({
  subtitle: null,
  seriesTitle: values.title,
  fileName: `${values.title}.epub`,
  number: null,
  volume: null,
  chapter: null,
  isRange: false,
  formatDetail: null,
  isbns: [],
  authors: [],
  year: null,
  publisher: null,
  language: null,
  ...values,
})

export const toCandidate = (values: Partial<BookCandidate> & { title: string }): BookCandidate => ({
  externalId: values.title,
  alternateTitles: [],
  number: null,
  year: null,
  format: 'novel',
  status: null,
  totalVolumeCount: null,
  totalChapterCount: null,
  authors: [],
  country: null,
  publisher: null,
  coverUrl: null,
  siteUrl: null,
  summary: null,
  isbns: [],
  language: null,
  isEdition: false,
  ...values,
})
