/** The queue in custom order. Only entries near the viewport are rendered. */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useKeptFocus } from '../../preact/kept-focus'
import { useScrollAfterReload } from '../../components/grid/use-scroll-after-reload'
import { announce } from '../../components/feedback/live-region'
import { useRememberedTotal, useReportedTotal } from '../../components/grid/remembered-total'
import { useRoving } from '../../components/focus/roving-focus'
import { EmptyState, ErrorState } from '../../components/feedback/states'
import { BookmarkIcon } from '../../components/icons'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../components/controls/button'
import { useElementPosition } from '../../components/grid/use-element-position'
import { useWindows } from '../../components/grid/virtual-window'
import { t } from '../../i18n/i18n'
import { EntryRow } from './entry-row'
import { entriesQuery, type Entry } from './queries'
import { useDrag } from './use-drag'
import { useQueue } from './use-queue'
import styles from './want-to-read.module.css'

const rowHeight = 84
/** Number of placeholders until the total is known. */
const placeholderCount = 8

export function Queue({ onTotal }: { onTotal: (total: number) => void }) {
  const list = useRef<HTMLOListElement>(null)
  useKeptFocus()
  const [known, keepTotal] = useRememberedTotal()
  const total = known ?? placeholderCount
  const { rows, height, reveal } = useRows(list, total)
  useScrollAfterReload(height)
  const entries = useWindows<Entry>(entriesQuery, rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0)
  useReportedTotal(entries.total, keepTotal, onTotal)
  const onKeyDown = useRoving(list, { columns: 1, total, reveal })
  const { move, remove } = useNavigation(entries.at, total)
  const getDrag = useDrag(move)
  if (entries.error && entries.total === undefined) {
    return <ErrorState error={entries.error} retry={entries.retry} />
  }
  if (entries.total === 0) return <Nothing />
  return (
    <ol
      ref={list}
      role="list"
      className={styles.queue}
      style={{ height }}
      aria-label={t('Want to read')}
      aria-busy={entries.total === undefined}
      onKeyDown={onKeyDown}
    >
      {rows.map(({ index, top }) => {
        const entry = entries.at(index)
        return (
          <Line key={entry?.id ?? index} {...{ index, top, total }} drag={entry && getDrag(index)}>
            {entry && (
              <EntryRow
                {...{ entry, index, total }}
                moveTo={(to) => move(index, to)}
                remove={() => remove({ entry, at: index })}
              />
            )}
          </Line>
        )
      })}
    </ol>
  )
}

interface LineProps {
  index: number
  top: number
  total: number
  drag: ReturnType<ReturnType<typeof useDrag>> | undefined
  /** Empty while loading. */
  children: ReactNode
}

const Line = ({ index, top, total, drag, children }: LineProps) => (
  <li
    data-index={index}
    aria-posinset={index + 1}
    aria-setsize={total}
    className={styles.entry}
    style={{ top }}
    {...drag}
  >
    {children ?? <span className={styles.waiting} />}
  </li>
)

function useRows(list: RefObject<HTMLElement | null>, total: number) {
  const margin = useElementPosition(list)?.top ?? 0
  const virtual = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: margin,
  })
  return {
    rows: virtual.getVirtualItems().map(({ index, start }) => ({ index, top: start - margin })),
    height: virtual.getTotalSize(),
    reveal: (row: number) => virtual.scrollToIndex(row),
  }
}

function useNavigation(entryAt: (index: number) => Entry | undefined, total: number) {
  const queue = useQueue()
  const move = (from: number, to: number) => {
    const entry = entryAt(from)
    if (!entry || to < 0 || to >= total || from === to) return
    queue.move({ entry, from, to })
    announce(t('{name}: position {place}', { name: entry.title, place: to + 1 }))
  }
  return { move, remove: queue.remove }
}

const Nothing = () => (
  <EmptyState icon={BookmarkIcon} title={t('Your list is empty')}>
    <p>{t('Tap “Want to read” on a series or book to add it here. Drag to reorder.')}</p>
    <Link to="/library" search={{}} className={buttonClass('plain')}>
      {t('Go to library')}
    </Link>
  </EmptyState>
)
