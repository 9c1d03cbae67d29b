import type { Schemas } from '../../../api/client'
import type { ReaderMarks } from '../frame/reader-marks'
import { type Bookmark, useBookmarks } from '../hooks/use-bookmarks'

/** Returns the bookmarks of a page-based book, whose positions are page numbers. */
export function usePageMarks(book: Schemas['Book'], page: number): ReaderMarks {
  const { marks, toggle, remove } = useBookmarks(book)
  const isHere = (mark: Bookmark) => mark.page === page
  return {
    bookmarks: marks,
    isMarked: marks.some(isHere),
    toggleBookmark: () => toggle(isHere, { page, locator: null }),
    removeBookmark: remove,
  }
}
