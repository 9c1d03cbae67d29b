import type { ListChange, ListEntry } from './list-service'

/** The reading list of a connection. */
export interface OpenList {
  /** Returns all works in the list. */
  listEntries(): Promise<ListEntry[]>
  /** Returns the entry in its current state, or undefined if there is none. */
  findEntry(externalId: string): Promise<ListEntry | undefined>
  /** Updates the entry, or adds one if there is none. */
  save(work: SavedWork): Promise<void>
  /** Deletes the entry. Undefined if the service does not support this. */
  deleteEntry?(entryId: string): Promise<void>
}

export interface SavedWork {
  externalId: string
  entry: ListEntry | undefined
  change: ListChange
}
