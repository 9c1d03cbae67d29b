/** URL search parameters of the series page. */
const seriesTabs = ['books', 'details'] as const
export const bookSorts = [
  'natural,asc',
  'natural,desc',
  'date_added,desc',
  'last_read,desc',
  'page_count,desc',
] as const
const numberKinds = [
  'issue',
  'chapter',
  'volume',
  'collected',
  'annual',
  'special',
  'none',
] as const
export const bookReadStates = ['unread', 'in_progress', 'read'] as const

export interface SeriesSearch {
  tab?: (typeof seriesTabs)[number] | undefined
  sort?: (typeof bookSorts)[number] | undefined
  read?: (typeof bookReadStates)[number] | undefined
  /** Only books of this kind. */
  kind?: (typeof numberKinds)[number] | undefined
  view?: 'list' | undefined
}

export function readSeriesSearch(given: Record<string, unknown>): SeriesSearch {
  const tab = seriesTabs.find((known) => known === given['tab'])
  const sort = bookSorts.find((known) => known === given['sort'])
  const read = bookReadStates.find((known) => known === given['read'])
  const kind = numberKinds.find((known) => known === given['kind'])
  return {
    ...(tab && { tab }),
    ...(sort && { sort }),
    ...(read && { read }),
    ...(kind && { kind }),
    ...(given['view'] === 'list' && { view: 'list' as const }),
  }
}
