/**
 * The books or series to move to another series. The shell renders the dialog, whose code is loaded
 * on first use.
 */
import { createStore } from '../../state/store'

export interface GroupingTask {
  /** All books in series, or single books. */
  kind: 'series' | 'book'
  ids: readonly string[]
  /** The target's library, if known. */
  libraryId?: string
  onDone?: () => void
}

export const groupingTask = createStore<GroupingTask | undefined>(undefined)
