/** A table column and its sort key. */
import type { ReactNode } from 'react'

export interface Column<Item> {
  key: string
  heading: string
  /** CSS grid track, such as `minmax(0, 2fr)` or `90px`. */
  width: string
  /** Hidden on phones. */
  wideOnly?: boolean
  /** The server's sort key. Omitted if the column cannot be sorted. */
  sortKey?: string
  cell: (item: Item) => ReactNode
}

export interface Sorting {
  /** Sort key and direction, such as `name,asc`. */
  sort: string
  /** Sorts by a column key, or reverses the current order. */
  onSort: (key: string) => void
}
