export const bookSortKeys = [
  'natural',
  'series',
  'title',
  'created_at',
  'date_added',
  'release_date',
  'chapter_number',
  'file_size',
  'filename',
  'page_count',
  'last_read',
  'random',
] as const
export type BookSortKey = (typeof bookSortKeys)[number]
