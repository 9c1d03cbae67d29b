/** Side panels and dialogs of e-books, which are loaded on demand. */
import { type RefObject, useLayoutEffect } from 'react'
import type { ReaderPanel } from '../../frame/reader-panels'
import type { Settings, useReaderSettings } from '../../hooks/use-reader-settings'
import { ReaderShortcutList } from '../../shortcut-list'
import type { Opened } from '../engine/navigator'
import { useTextPosition } from '../text-position'
import { textShortcuts } from '../text-shortcuts'
import { BookSearchPanel } from './book-search-panel'
import { TextContents } from './contents'
import { TextSettings } from './text-settings'
import type { BookSearch } from './use-book-search'

export { LeaveBook } from '../leave-book'

export interface TextPanelProps {
  panel: ReaderPanel
  drawer: RefObject<HTMLElement | null>
  bookId: string
  opened: Opened
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  search: BookSearch
}

export function TextPanel(props: TextPanelProps) {
  const { panel, drawer, bookId, opened, settings, reader, search } = props
  if (panel === 'contents') return <TextContents bookId={bookId} toc={opened.book.toc} />
  if (panel === 'search') return <TextSearch search={search} drawer={drawer} />
  if (panel === 'settings') return <TextSettings settings={settings} reader={reader} />
  return <ReaderShortcutList keys={textShortcuts()} />
}

function TextSearch({ search, drawer }: Pick<TextPanelProps, 'search' | 'drawer'>) {
  const { chapterOf, goToTarget } = useTextPosition()
  useLayoutEffect(() => drawer.current?.querySelector('input')?.focus(), [drawer])
  return (
    <BookSearchPanel
      search={search}
      chapterOf={chapterOf}
      onHit={({ target }) => goToTarget(target)}
    />
  )
}
