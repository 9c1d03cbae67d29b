/**
 * Covers in rows, as many as there are. Only what is near the screen is in the page; the whole has its
 * true height from the start, so that the place on Back is exact.
 */
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { formatNumber, t } from '../../i18n/i18n'
import { useRestoredFocus } from '../focus/restored-focus'
import { type GridPlace, useGridRows } from './grid-rows'
import { useScrollRestoration } from './use-scroll-restoration'
import { useRememberedTotal, useToldTotal } from './remembered-total'
import { useRoving } from '../focus/roving-focus'
import { Selectable } from '../selection/selectable'
import type { Selection } from '../selection/selection'
import { ErrorState } from '../feedback/states'
import { useWindows } from './virtual-window'
import styles from './virtual-grid.module.css'

interface VirtualGridProps<Item> {
  /** Names the list for screen readers. */
  label: string
  /** `(page) => apiQuery('/api/v1/series', { params: { query: { page, pageSize: windowSize } } })` */
  askPage: (page: number) => object
  render: (item: Item, index: number) => ReactNode
  /** The key of an item. */
  idOf: (item: Item) => string
  /** Least width of a cover; by the width of the screen without it. */
  coverMin?: number
  /** Below the cover, in pixels: progress, two lines of title, words. */
  textHeight?: number
  empty: ReactNode
  /** Where its items can be selected. */
  selecting?: SelectionProvider<Item> | undefined
  onTotal?: (total: number) => void
  /** For what stands beside the list and leads through it. */
  handle?: RefObject<ListHandle | null>
  /** The first item that can be seen. */
  onFirst?: (index: number) => void
}

export interface SelectionProvider<Item> {
  selection: Selection
  /** For those who hear it. */
  titleOf: (item: Item) => string
}

export interface ListHandle {
  showItem: (index: number) => void
}

/** Until it is known how many there are. */
const placesWhileAsked = 24

/** Give it a `key` made of the question: another list begins at its top. */
export function VirtualGrid<Item>(props: VirtualGridProps<Item>) {
  const { label, askPage, idOf, empty, onTotal, handle, onFirst, selecting } = props
  const list = useRef<HTMLUListElement>(null)
  const [known, keepTotal] = useRememberedTotal()
  const total = known ?? placesWhileAsked
  const { places, first, height, columns, reveal, lead } = useGridRows(list, total, {
    ...props,
    isNew: known === undefined,
  })
  useImperativeHandle(handle, () => ({ showItem: lead }), [lead])
  useScrollRestoration(height)
  useEffect(() => onFirst?.(first), [first, onFirst])
  const items = useWindows<Item>(askPage, places[0]?.index ?? 0, places.at(-1)?.index ?? 0)
  useToldTotal(items.total, keepTotal, onTotal)
  const onReach = selecting?.selection.extend
  const keepFocus = useRestoredFocus(list)
  const onKeyDown = useRoving(list, { columns, total, reveal, onReach })

  if (items.error && items.total === undefined) {
    return <ErrorState error={items.error} retry={items.retry} />
  }
  if (items.total === 0) return empty
  return (
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
    <Selectable {...{ selection, index }} id={idOf(item)} title={titleOf(item)}>
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
