/**
 * Side panels of the text reader: contents with bookmarks, search, settings, shortcuts. Their frame
 * opens immediately, and their code is loaded on demand.
 */
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../../../components/controls/button'
import { classes } from '../../../../components/class-names'
import { CloseIcon } from '../../../../components/icons'
import { t } from '../../../../i18n/i18n'
import { type ReaderPanel, usePanels } from '../../frame/reader-panels'
import { PanelPart } from '../../on-demand/panel-part'
import { usePart, usePreloadedPart } from '../../on-demand/use-part'
import styles from '../../reader.module.css'
import { useTextPosition } from '../text-position'
import type { TextPanelProps } from './text-panels'
import { textParts } from './text-parts'

type SidePanelProps = Omit<TextPanelProps, 'panel' | 'drawer'>

export function TextSidePanel(props: SidePanelProps) {
  const { bookId, opened, settings, reader, search } = props
  const { panel } = usePanels()
  const { place } = useTextPosition()
  usePreloadedPart(textParts, place !== undefined)
  if (!panel) return null
  return (
    <OpenPanel
      panel={panel}
      bookId={bookId}
      opened={opened}
      settings={settings}
      reader={reader}
      search={search}
    />
  )
}

function OpenPanel(props: Omit<TextPanelProps, 'drawer'>) {
  const { panel, bookId, opened, settings, reader, search } = props
  const { close } = usePanels()
  const loaded = usePart(textParts)
  const drawer = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = drawer
    // The current chapter or the search field may already have the focus.
    if (current && !current.contains(document.activeElement)) current.focus()
  }, [panel])
  return (
    <aside
      ref={drawer}
      className={classes(styles.drawer, panel === 'settings' && styles.low)}
      tabIndex={-1}
      aria-label={getTitle(panel)}
    >
      <header>
        <h2>{getTitle(panel)}</h2>
        <IconButton label={t('Close')} icon={CloseIcon} onClick={close} />
      </header>
      <PanelPart loaded={loaded} hasField={panel === 'search'}>
        {({ TextPanel }) => (
          <TextPanel
            panel={panel}
            drawer={drawer}
            bookId={bookId}
            opened={opened}
            settings={settings}
            reader={reader}
            search={search}
          />
        )}
      </PanelPart>
    </aside>
  )
}

function getTitle(panel: ReaderPanel) {
  const titles: Partial<Record<ReaderPanel, string>> = {
    contents: t('Contents'),
    search: t('Search this book'),
    settings: t('Reading settings'),
    keys: t('Keyboard shortcuts'),
  }
  return titles[panel]
}
