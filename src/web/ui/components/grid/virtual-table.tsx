/** A virtual table. Only rows near the viewport are rendered. */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { useRestoredFocus } from '../focus/use-restored-focus'
import { useScrollAfterReload } from './use-scroll-after-reload'
import { useRememberedTotal, useReportedTotal } from './remembered-total'
import { useArrowKeys } from '../focus/use-arrow-keys'
import { ErrorState, SilentServer } from '../feedback/states'
import type { Column, Sorting } from './table-column'
import { useElementPosition } from './use-element-position'
import { Headings, Row } from './virtual-rows'
import type { ListHandle, SelectionProvider } from './virtual-grid'
import { useWindows } from './virtual-window'
import styles from './virtual-table.module.css'

export interface VirtualTableProps<Item> {
  label: string
  columns: readonly Column<Item>[]
  pageQuery: (page: number) => object
  idOf: (item: Item) => string
  empty: ReactNode
  /** Enables selection. */
  selecting?: SelectionProvider<Item> | undefined
  /** Enables sorting by header. */
  sorting?: Sorting | undefined
  onTotal?: (total: number) => void
  /** Lets other controls scroll the list. */
  handle?: RefObject<ListHandle | null>
  /** Called with the index of the first visible item. */
  onFirst?: (index: number) => void
  /** In pixels. */
  rowHeight?: number
}

const textRowHeight = 52

/** Pass a `key` derived from the query, so that a different list starts at the top. */
export function VirtualTable<Item>(props: VirtualTableProps<Item>) {
  const { label, columns, pageQuery, idOf, empty, selecting, sorting } = props
  const { rowHeight = textRowHeight, onTotal, handle, onFirst } = props
  const body = useRef<HTMLDivElement>(null)
  const [known, keepTotal] = useRememberedTotal()
  const total = known ?? 0
  const { rows, first, height, margin, reveal } = useRows(body, { total, rowHeight })
  const lead = (index: number) => scrollTo({ top: index === 0 ? 0 : margin + index * rowHeight })
  useImperativeHandle(handle, () => ({ showItem: lead }))
  useScrollAfterReload(height)
  useEffect(() => onFirst?.(first), [first, onFirst])
  const items = useWindows<Item>(pageQuery, rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0)
  useReportedTotal(items.total, keepTotal, onTotal)
  const onReach = selecting?.selection.extend
  const keepFocus = useRestoredFocus(body)
  const onKeyDown = useArrowKeys(body, { columns: 1, total, reveal, onReach })

  if (items.error && items.total === undefined) return <ErrorState {...items} />
  if (items.total === 0) return empty
  return (
    <SilentServer isOver={items.total !== undefined}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-busy={items.total === undefined}
        style={getGrid(columns, rowHeight)}
        data-selecting={selecting?.selection.isOn}
      >
        <Headings columns={columns} selecting={selecting} sorting={sorting} />
        <div
          ref={body}
          role="rowgroup"
          className={styles.body}
          style={{ height }}
          onKeyDown={onKeyDown}
          onClickCapture={keepFocus}
        >
          {rows.map(({ index, start }) => {
            const item = items.at(index)
            const key = item ? idOf(item) : index
            const place = { index, top: start - margin }
            return <Row key={key} place={place} item={item} table={props} />
          })}
        </div>
      </div>
    </SilentServer>
  )
}

function useRows(
  body: RefObject<HTMLElement | null>,
  { total, rowHeight }: { total: number; rowHeight: number },
) {
  const margin = useElementPosition(body)?.top ?? 0
  const virtual = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: margin,
  })
  const reveal = (row: number) => virtual.scrollToIndex(row)
  return {
    rows: virtual.getVirtualItems(),
    first: virtual.range?.startIndex ?? 0,
    height: virtual.getTotalSize(),
    margin,
    reveal,
  }
}

const getGrid = (columns: readonly { width: string }[], rowHeight: number) =>
  ({
    '--columns': columns.map(({ width }) => width).join(' '),
    '--row-height': `${rowHeight}px`,
  }) as React.CSSProperties
