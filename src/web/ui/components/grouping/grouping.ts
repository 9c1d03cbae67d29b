/** What is being moved to another series. The shell renders the dialog: its code is loaded on first use. */
import { createStore } from '../../state/store'

export interface GroupingTask {
  /** All books of series, or single books. */
  kind: 'series' | 'book'
  ids: readonly string[]
  /** Where the target is, if it is known. */
  libraryId?: string
  onDone?: () => void
}

export const groupingTask = createStore<GroupingTask | undefined>(undefined)
