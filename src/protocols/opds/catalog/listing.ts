/** The lists of the catalog, before they are written as Atom (OPDS 1.2) or JSON (OPDS 2.0). */
import type { BookFacts } from '../../../catalog/books/metadata/metadata-view'
import type { BookView } from '../../../catalog/books/model'
import type { SeriesView } from '../../../catalog/series/model'
import type { Paging } from '../../../platform/http/pagination'

/** A link to another list. */
export interface Section {
  kind: 'section'
  /** A UUID. */
  id: string
  title: string
  summary: string
  updatedAt: Date
  /** Relative to the root of the catalog, including the query, for example `series?order=added`. */
  path: string
  /** The feed type of the linked list. */
  holds: Holds
  /** Number of items in the linked list. */
  count?: number
}

export interface SeriesItem {
  kind: 'series'
  series: SeriesView
}

export interface BookItem {
  kind: 'book'
  book: BookView
  facts: BookFacts
  /** Begins with the series name if the list contains several series. */
  title: string
  /** Always begins with the series name. */
  fullTitle: string
}

export type Item = Section | SeriesItem | BookItem

/**
 * The feed type of a list in OPDS 1.2. `lists` is a navigation feed, which contains links to lists,
 * or series. `books` is an acquisition feed, which contains books and may also contain series.
 */
export type Holds = 'lists' | 'books'

type Change = Record<string, string | undefined>

interface Facet {
  title: string
  /** Query parameters that select this option. A value of undefined removes the parameter. */
  change: Change
  isActive: boolean
}

export interface FacetGroup {
  title: string
  facets: readonly Facet[]
}

/** One page of a list. */
export interface Listing {
  title: string
  holds: Holds
  items: readonly Item[]
  facets?: readonly FacetGroup[]
  /** Absent if the list contains all items. */
  paging?: Paging
  total?: number
}

/** The beginning of a list, shown on the start page of the catalog. */
export interface Group extends Listing {
  path: string
}
