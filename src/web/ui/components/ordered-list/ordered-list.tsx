/** A list that users can reorder. Only entries near the viewport are rendered. */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useRef, type DragEvent, useState } from 'react'
import { useKeptFocus } from '../../preact/kept-focus'
import { useScrollAfterReload } from '../grid/use-scroll-after-reload'
import { announce } from '../feedback/live-region'
import { useRememberedTotal, useReportedTotal } from '../grid/remembered-total'
import { useArrowKeys } from '../focus/use-arrow-keys'
import { ErrorState } from '../feedback/states'
import type { MenuItem } from '../menus/menu-item'
import { useElementPosition } from '../grid/use-element-position'
import { useWindows } from '../grid/virtual-window'
import { t } from '../../i18n/i18n'
import { EntryRow, type OrderedEntry } from './entry-row'
import type { OrderedChanges } from './use-ordered-changes'
import styles from './ordered-list.module.css'

const rowHeight = 84
/** Number of placeholders until the total is known. */
const placeholderCount = 8

interface OrderedListProps<Item> {
  label: string
  pageQuery: (page: number) => object
  toEntry: (item: Item) => OrderedEntry
  /** Entries can be moved only if `move` is given, and removed only if `remove` is given. */
  changes: Partial<OrderedChanges>
  onTotal: (total: number) => void
  more?: (entry: OrderedEntry) => readonly MenuItem[]
  /** Shown if there are no entries. */
  empty: ReactNode
}

export function OrderedList<Item>(props: OrderedListProps<Item>) {
  const { label, pageQuery, toEntry, changes, onTotal, more = noItems, empty } = props
  const list = useRef<HTMLOListElement>(null)
  useKeptFocus()
  const [known, keepTotal] = useRememberedTotal()
  const total = known ?? placeholderCount
  const { rows, height, reveal } = useRows(list, total)
  useScrollAfterReload(height)
  const items = useEntries(pageQuery, toEntry, rows)
  useReportedTotal(items.total, keepTotal, onTotal)
  const onKeyDown = useArrowKeys(list, { columns: 1, total, reveal })
  const move = useMove(changes, items.entryAt, total)
  const getDrag = useDrag(move ?? (() => undefined))
  const { remove } = changes
  if (items.error && items.total === undefined) return <ErrorState {...items} />
  if (items.total === 0) return empty
  return (
    <ol
      ref={list}
      role="list"
      className={styles.queue}
      style={{ height }}
      aria-label={label}
      aria-busy={items.total === undefined}
      onKeyDown={onKeyDown}
    >
      {rows.map((row) => {
        const { index } = row
        const entry = items.entryAt(index)
        const drag = move && entry && getDrag(index)
        return (
          <Line key={entry?.id ?? index} row={row} total={total} drag={drag}>
            {entry && (
              <EntryRow
                entry={entry}
                index={index}
                total={total}
                moveTo={move && ((to) => move(index, to))}
                remove={remove && (() => remove({ entry, at: index }))}
                more={more(entry)}
              />
            )}
          </Line>
        )
      })}
    </ol>
  )
}

interface LineProps {
  row: { index: number; top: number }
  total: number
  drag: ReturnType<ReturnType<typeof useDrag>> | undefined
  /** undefined while the entry is loading. */
  children: ReactNode
}

const Line = ({ row: { index, top }, total, drag, children }: LineProps) => (
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

function useEntries<Item>(
  pageQuery: (page: number) => object,
  toEntry: (item: Item) => OrderedEntry,
  rows: readonly { index: number }[],
) {
  const items = useWindows<Item>(pageQuery, rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0)
  const entryAt = (index: number) => {
    const item = items.at(index)
    return item === undefined ? undefined : toEntry(item)
  }
  return { ...items, entryAt }
}

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

function useMove(
  { move }: Partial<OrderedChanges>,
  entryAt: (index: number) => OrderedEntry | undefined,
  total: number,
) {
  if (!move) return undefined
  return (from: number, to: number) => {
    const entry = entryAt(from)
    if (!entry || to < 0 || to >= total || from === to) return
    move({ entry, from, to })
    announce(t('{name}: position {place}', { name: entry.title, place: to + 1 }))
  }
}

const noItems = (): readonly MenuItem[] => []

/** Handles dragging and dropping the entries of a list. */
function useDrag(onDrop: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const endDrag = () => {
    setDragged(null)
    setOver(null)
  }
  return (index: number) => ({
    draggable: true,
    'data-over': over === index && dragged !== null && dragged !== index,
    'data-before': dragged !== null && dragged > index,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setDragged(index)
    },
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(index)
    },
    onDragEnd: endDrag,
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== null) onDrop(dragged, index)
      endDrag()
    },
  })
}
