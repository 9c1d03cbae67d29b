import type { Bookmark } from '../hooks/use-bookmarks'
import { createReaderContext } from './create-reader-context'

/**
 * The bookmarks of a book. Highlights have their own context (`HighlightsContext`), because
 * page-based readers use them only in the PDF modules, which are loaded later.
 */
export interface ReaderMarks {
  readonly bookmarks: readonly Bookmark[]
  /** Whether the visible position has a bookmark. */
  readonly isMarked: boolean
  /** Adds a bookmark at the visible position, or removes the bookmarks at this position. */
  toggleBookmark(): void
  removeBookmark(bookmark: Bookmark): void
}

export const [MarksContext, useReaderMarks] = createReaderContext<ReaderMarks>()
