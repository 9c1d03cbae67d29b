/** What a table shows of each item, and how it can be sorted by it. */
import type { ReactNode } from 'react'

export interface Column<Item> {
  key: string
  heading: string
  /** A column of a CSS grid: `minmax(0, 2fr)`, `90px`. */
  width: string
  /** Left out on phones. */
  wideOnly?: boolean
  /** What the server calls its order; a column without it cannot be sorted by. */
  sortKey?: string
  cell: (item: Item) => ReactNode
}

export interface Sorting {
  /** `name,asc` */
  sort: string
  /** By the key of a column: turned about where it is sorted by it already. */
  onSort: (key: string) => void
}
