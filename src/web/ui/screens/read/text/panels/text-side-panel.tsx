/** Side panels of the text reader: contents with bookmarks, search, settings, shortcuts. */
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../../../components/controls/button'
import { classes } from '../../../../components/class-names'
import { CloseIcon } from '../../../../components/icons'
import { t } from '../../../../i18n/i18n'
import { type ReaderPanel, usePanels } from '../../frame/reader-panels'
import type { Settings, useReaderSettings } from '../../hooks/use-reader-settings'
import styles from '../../reader.module.css'
import { ReaderShortcutList } from '../../shortcut-list'
import { TextContents } from './contents'
import { BookSearchPanel } from './book-search-panel'
import type { Opened } from '../engine/navigator'
import { useTextPosition } from '../text-position'
import { textShortcuts } from '../text-shortcuts'
import { TextSettings } from './text-settings'
import type { BookSearch } from './use-book-search'

interface TextSidePanelProps {
  bookId: string
  opened: Opened
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  search: BookSearch
}

export function TextSidePanel(props: TextSidePanelProps) {
  const { bookId, opened, settings, reader, search } = props
  const { panel, close } = usePanels()
  const { chapterOf, goToTarget } = useTextPosition()
  const drawer = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = drawer
    // The current chapter may already have the focus.
    if (!current || current.contains(document.activeElement)) return
    const first = current.querySelector<HTMLElement>('input[type="search"]') ?? current
    first.focus()
  }, [panel])
  const titles: Partial<Record<ReaderPanel, string>> = {
    contents: t('Contents'),
    search: t('Search this book'),
    settings: t('Reading settings'),
    keys: t('Keyboard shortcuts'),
  }
  if (!panel) return null
  return (
    <aside
      ref={drawer}
      className={classes(styles.drawer, panel === 'settings' && styles.low)}
      tabIndex={-1}
      aria-label={titles[panel]}
    >
      <header>
        <h2>{titles[panel]}</h2>
        <IconButton label={t('Close')} icon={CloseIcon} onClick={close} />
      </header>
      {panel === 'contents' && <TextContents bookId={bookId} toc={opened.book.toc} />}
      {panel === 'search' && (
        <BookSearchPanel
          search={search}
          chapterOf={chapterOf}
          onHit={({ target }) => goToTarget(target)}
        />
      )}
      {panel === 'settings' && <TextSettings settings={settings} reader={reader} />}
      {panel === 'keys' && <ReaderShortcutList keys={textShortcuts()} />}
    </aside>
  )
}
