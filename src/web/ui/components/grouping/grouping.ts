/**
 * The books to move to another series, or the series to merge. The shell renders the dialog, whose
 * code is loaded on first use.
 */
import { createStore } from '../../state/store'

export interface GroupingTask {
  /** `series`: all books of the given series. `book`: only the given books. */
  kind: 'series' | 'book'
  ids: readonly string[]
  /** ID of the library that contains the target, if known. */
  libraryId?: string
  onDone?: () => void
}

export const groupingTask = createStore<GroupingTask | undefined>(undefined)
