/** What is indexed and how results are ranked. Index and search must agree. */
import type { Options } from 'minisearch'

export interface Entry {
  /** Address relative to the root of the site. */
  id: string
  title: string
  heading: string
  text: string
  /** The beginning of the text, which results show. */
  start: string
}

export const options: Options<Entry> = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['title', 'heading', 'start'],
  searchOptions: {
    boost: { heading: 4, title: 2 },
    combineWith: 'AND',
    prefix: true,
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
  },
}
