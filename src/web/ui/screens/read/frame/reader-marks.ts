import type { Bookmark } from '../hooks/use-bookmarks'
import { createReaderContext } from './create-reader-context'

/**
 * The bookmarks of a book. Highlights have a context of their own (`HighlightsContext`), because
 * page-based books ask for them only in the parts for PDFs, which are loaded later.
 */
export interface ReaderMarks {
  readonly bookmarks: readonly Bookmark[]
  /** Whether the visible position has a bookmark. */
  readonly isMarked: boolean
  /** Adds a bookmark at the visible position, or removes those that are there. */
  toggleBookmark(): void
  removeBookmark(bookmark: Bookmark): void
}

export const [MarksContext, useReaderMarks] = createReaderContext<ReaderMarks>()
