/** Series list sort keys with their descriptions in the API document. */
const seriesSorts = {
  name: 'sort title, or the title if there is none',
  date_added: 'when the series was added',
  date_updated: 'when the series or its metadata last changed',
  release_date: 'year of release',
  date_read: 'when you last read the series',
  book_count: 'number of books',
  unread_count: 'number of unread books',
  rating: 'average of the external ratings',
  user_rating: 'your rating',
  community_rating: 'currently the same as `rating`',
  external_rating: 'average of the external ratings',
  relevance: 'best match first (desc); requires a search',
  random: 'random order that changes daily',
} as const
export type SeriesSortKey = keyof typeof seriesSorts
export const seriesSortKeys = Object.keys(seriesSorts) as SeriesSortKey[]

export const sortsInWords = seriesSortKeys
  .map((key) => `\`${key}\`: ${seriesSorts[key]}`)
  .join('; ')
