/** The catalog lists, before they are written as Atom (OPDS 1.2) or JSON (OPDS 2.0). */
import type { BookFacts } from '../../../catalog/books/metadata/metadata-view'
import type { BookView } from '../../../catalog/books/model'
import type { SeriesView } from '../../../catalog/series/model'
import type { Paging } from '../../../platform/http/pagination'

/** Leads to another list. */
export interface Section {
  kind: 'section'
  /** A UUID. */
  id: string
  title: string
  summary: string
  updatedAt: Date
  /** Relative to the catalog root, with query: `series?order=added`. */
  path: string
  /** The kind of items in that list. */
  holds: Holds
  /** Number of items in that list. */
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
  /** Begins with the series name in lists that span several series. */
  title: string
  /** Always begins with the series name. */
  fullTitle: string
}

export type Item = Section | SeriesItem | BookItem

/** A list of books is an acquisition feed in OPDS 1.2; it may contain series, too. */
export type Holds = 'lists' | 'books'

type Change = Record<string, string | undefined>

interface Facet {
  title: string
  /** Query parameters that select it; undefined removes a parameter. */
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
  /** Absent if the list is complete. */
  paging?: Paging
  total?: number
}

/** The beginning of a list, shown on the catalog's start page. */
export interface Group extends Listing {
  path: string
}
