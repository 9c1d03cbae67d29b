import type { Bookmarks } from '../../hooks/use-bookmarks'
import type { Settings, useReaderSettings } from '../../hooks/use-reader-settings'
import type { Opened } from '../engine/navigator'
import type { BookHighlights } from '../hooks/use-highlights'
import type { View } from '../hooks/use-text-view'
import type { BookSearch } from './use-book-search'

export interface TextSidePanelProps {
  view: View
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  opened: Opened
  bookmarks: Bookmarks
  highlights: BookHighlights
  bookId: string
  search: BookSearch
}
