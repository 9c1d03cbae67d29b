/**
 * A virtual grid of covers. Only rows near the viewport are rendered. The full height is known from
 * the start, so that Back restores the exact position.
 */
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { formatNumber, t } from '../../i18n/i18n'
import { useRestoredFocus } from '../focus/use-restored-focus'
import { type GridPlace, useGridRows } from './grid-rows'
import { useScrollAfterReload } from './use-scroll-after-reload'
import { useRememberedTotal, useReportedTotal } from './remembered-total'
import { useArrowKeys } from '../focus/use-arrow-keys'
import { Selectable } from '../selection/selectable'
import type { Selection } from '../selection/selection'
import { ErrorState, SilentServer } from '../feedback/states'
import { useWindows } from './virtual-window'
import styles from './virtual-grid.module.css'

interface VirtualGridProps<Item> {
  /** Accessible name of the list. */
  label: string
  /**
   * Builds the query for a page, for example `(page) => apiQuery('/api/v1/series', { params: {
   * query: { page, pageSize: windowSize } } })`.
   */
  pageQuery: (page: number) => object
  render: (item: Item, index: number) => ReactNode
  /** Returns the unique key of an item. */
  idOf: (item: Item) => string
  /** Minimum width of a cover. By default, it depends on the width of the screen. */
  coverMin?: number
  /** Height in pixels below the cover: progress, two title lines, text. */
  textHeight?: number
  empty: ReactNode
  /** Enables selection. */
  selecting?: SelectionProvider<Item> | undefined
  onTotal?: (total: number) => void
  /** Lets other controls scroll the list. */
  handle?: RefObject<ListHandle | null>
  /** Called with the index of the first visible item. */
  onFirst?: (index: number) => void
}

export interface SelectionProvider<Item> {
  selection: Selection
  /** Title for screen readers. */
  titleOf: (item: Item) => string
}

export interface ListHandle {
  showItem: (index: number) => void
}

/** Number of placeholders until the total is known. */
const placeholderCount = 24

/** Pass a `key` derived from the query, so that a different list starts at the top. */
export function VirtualGrid<Item>(props: VirtualGridProps<Item>) {
  const { label, pageQuery, idOf, empty, onTotal, handle, onFirst, selecting } = props
  const list = useRef<HTMLUListElement>(null)
  const [known, keepTotal] = useRememberedTotal()
  const total = known ?? placeholderCount
  const { places, first, height, columns, reveal, lead } = useGridRows(list, total, {
    ...props,
    isNew: known === undefined,
  })
  useImperativeHandle(handle, () => ({ showItem: lead }), [lead])
  useScrollAfterReload(height)
  useEffect(() => onFirst?.(first), [first, onFirst])
  const items = useWindows<Item>(pageQuery, places[0]?.index ?? 0, places.at(-1)?.index ?? 0)
  useReportedTotal(items.total, keepTotal, onTotal)
  const onReach = selecting?.selection.extend
  const keepFocus = useRestoredFocus(list)
  const onKeyDown = useArrowKeys(list, { columns, total, reveal, onReach })

  if (items.error && items.total === undefined) {
    return <ErrorState error={items.error} retry={items.retry} />
  }
  if (items.total === 0) return empty
  return (
    <SilentServer isOver={items.total !== undefined}>
      <ul
        ref={list}
        role="list"
        className={styles.grid}
        aria-label={known === undefined ? label : `${label}, ${formatNumber(known)}`}
        aria-busy={items.total === undefined}
        style={{ height }}
        onKeyDown={onKeyDown}
        onClickCapture={keepFocus}
      >
        {places.map((place) => {
          const item = items.at(place.index)
          return (
            <Place key={item ? idOf(item) : place.index} place={place} total={total}>
              {item ? <Item item={item} index={place.index} list={props} /> : <Placeholder />}
            </Place>
          )
        })}
      </ul>
    </SilentServer>
  )
}

interface ItemProps<Each> {
  item: Each
  index: number
  list: VirtualGridProps<Each>
}

function Item<Each>({ item, index, list: { idOf, render, selecting } }: ItemProps<Each>) {
  if (!selecting) return render(item, index)
  const { selection, titleOf } = selecting
  return (
    <Selectable selection={selection} index={index} id={idOf(item)} title={titleOf(item)}>
      {render(item, index)}
    </Selectable>
  )
}

interface PlaceProps {
  place: GridPlace
  total: number
  children: ReactNode
}

const Place = ({ place: { index, width, start, top }, total, children }: PlaceProps) => (
  <li
    aria-setsize={total}
    aria-posinset={index + 1}
    data-index={index}
    className={styles.item}
    style={{ width, insetInlineStart: start, top }}
  >
    {children}
  </li>
)

const Placeholder = () => (
  <div className={styles.placeholder}>
    <span className="hidden-words">{t('Loading')}</span>
  </div>
)
