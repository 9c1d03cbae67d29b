/** What opens beside running text: contents with bookmarks, search, settings. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/button'
import { CloseIcon, TrashIcon } from '../../../components/icons'
import { formatDate, formatPercent, t } from '../../../i18n/i18n'
import styles from '../reader.module.css'
import type { Settings, useReaderSettings } from '../use-reader-settings'
import type { Target, TocItem } from './engine/book'
import type { Locator } from './engine/locator'
import type { Opened, Place } from './engine/navigator'
import { SearchPanel } from './search-panel'
import { TextSettings } from './text-settings'
import text from './text.module.css'
import type { TextBookmarks } from './use-text-bookmarks'

export type TextPanel = 'contents' | 'search' | 'settings' | null

interface TextSidePanelProps {
  panel: TextPanel
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  opened: Opened
  place: Place | undefined
  bookmarks: TextBookmarks
  onClose(): void
  onHref(href: string): void
  onTarget(target: Target): void
  onLocator(locator: Locator): void
}

export function TextSidePanel(props: TextSidePanelProps) {
  const { panel, opened, onClose, onTarget } = props
  const titles = {
    contents: t('Contents'),
    search: t('Search in this book'),
    settings: t('Reading settings'),
  }
  if (!panel) return null
  return (
    <aside className={styles.drawer} aria-label={titles[panel]}>
      <header>
        <h2>{titles[panel]}</h2>
        <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} />
      </header>
      {panel === 'contents' && <Contents {...props} />}
      {panel === 'search' && <SearchPanel book={opened.book} onTarget={onTarget} />}
      {panel === 'settings' && <TextSettings settings={props.settings} reader={props.reader} />}
    </aside>
  )
}

function Contents({ opened, place, bookmarks, onHref, onLocator }: TextSidePanelProps) {
  return (
    <>
      <nav aria-label={t('Contents')}>
        <TocList items={opened.book.toc} current={place?.chapter ?? null} onHref={onHref} />
        {opened.book.toc.length === 0 && <p>{t('This book has no table of contents.')}</p>}
      </nav>
      <Section title={t('Bookmarks')}>
        {bookmarks.places.length === 0 && <p>{t('Nothing is marked yet.')}</p>}
        <ul className={text.list} role="list">
          {bookmarks.places.map(({ id, locator, createdAt }) => (
            <li key={id} className={text.marked}>
              <button type="button" onClick={() => onLocator(locator)}>
                {locator.title ?? t('A place in the book')}
                <small>
                  {formatPercent(locator.locations.totalProgression ?? 0)} · {formatDate(createdAt)}
                </small>
              </button>
              <IconButton
                label={t('Take the bookmark away')}
                icon={TrashIcon}
                onClick={() => bookmarks.remove(id)}
              />
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className={text.heading}>{title}</h3>
    {children}
  </section>
)

interface TocListProps {
  items: readonly TocItem[]
  current: TocItem | null
  onHref(href: string): void
}

/** Long lists are shown in parts: some books list thousands of headings. */
const mostItems = 300

function TocList({ items, current, onHref }: TocListProps) {
  const [count, setCount] = useState(mostItems)
  return (
    <ul className={text.list} role="list">
      {items.slice(0, count).map((item, index) => (
        <li key={`${index} ${item.href}`}>
          {item.href === undefined ? (
            <span className={text.part}>{item.label}</span>
          ) : (
            <button
              type="button"
              aria-current={item === current ? 'location' : undefined}
              onClick={() => onHref(item.href ?? '')}
            >
              {item.label}
            </button>
          )}
          {item.subitems && item.subitems.length > 0 && (
            <TocList items={item.subitems} current={current} onHref={onHref} />
          )}
        </li>
      ))}
      {items.length > count && (
        <li>
          <button type="button" onClick={() => setCount((known) => known + mostItems)}>
            {t('Show more')}
          </button>
        </li>
      )}
    </ul>
  )
}
