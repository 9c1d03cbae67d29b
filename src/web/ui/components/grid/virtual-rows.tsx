/** Header and rows of a table. */
import type { MouseEvent } from 'react'
import { t } from '../../i18n/i18n'
import { CheckIcon, ChevronDownIcon } from '../icons'
import { useSelectable } from '../selection/use-selectable'
import type { SelectionProvider } from './virtual-grid'
import type { Column, Sorting } from './table-column'
import styles from './virtual-table.module.css'

interface ColumnsProps<Item> {
  columns: readonly Column<Item>[]
  selecting?: SelectionProvider<Item> | undefined
}

interface HeadingsProps<Item> extends ColumnsProps<Item> {
  sorting: Sorting | undefined
}

export function Headings<Item>({ columns, selecting, sorting }: HeadingsProps<Item>) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      {selecting?.selection.isOn && (
        <span role="columnheader">
          <span className="hidden-words">{t('Selected')}</span>
        </span>
      )}
      {columns.map((column) => (
        <Heading key={column.key} column={column} sorting={sorting} />
      ))}
    </div>
  )
}

interface HeadingProps<Item> {
  column: Column<Item>
  sorting: Sorting | undefined
}

function Heading<Item>({ column, sorting }: HeadingProps<Item>) {
  const { heading, wideOnly, sortKey } = column
  const shared = { role: 'columnheader', className: wideOnly ? styles.wide : undefined }
  if (!sorting || !sortKey) return <span {...shared}>{heading}</span>
  const [key, direction] = sorting.sort.split(',')
  const isSorted = key === sortKey
  const isUp = isSorted && direction === 'asc'
  return (
    <span {...shared} aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <button type="button" className={styles.sort} onClick={() => sorting.onSort(sortKey)}>
        <span>{heading}</span>
        {isSorted && <ChevronDownIcon size={14} className={isUp ? styles.up : undefined} />}
      </button>
    </span>
  )
}

interface Place {
  index: number
  /** In pixels from the top of the table body. */
  top: number
}

interface RowProps<Item> {
  place: Place
  /** undefined while loading. */
  item: Item | undefined
  table: ColumnsProps<Item> & { idOf: (item: Item) => string }
}

export function Row<Item>({ place, item, table }: RowProps<Item>) {
  const { columns, idOf, selecting } = table
  const shared = getRow(place)
  if (item === undefined) return <div {...shared} />
  const cells = columns.map(({ key, cell, wideOnly }) => (
    <span key={key} role="cell" className={wideOnly ? styles.wide : undefined}>
      {cell(item)}
    </span>
  ))
  if (!selecting) return <div {...shared}>{cells}</div>
  return (
    <SelectableRow place={place} selecting={selecting} item={item} id={idOf(item)}>
      {cells}
    </SelectableRow>
  )
}

const getRow = ({ index, top }: Place) => ({
  role: 'row',
  'aria-rowindex': index + 2,
  'data-index': index,
  className: styles.row,
  style: { top },
})

interface SelectableRowProps<Item> {
  place: Place
  item: Item
  id: string
  selecting: SelectionProvider<Item>
  children: React.ReactNode
}

/** In selection mode, a click anywhere in the row selects or deselects it. */
function SelectableRow<Item>({ place, item, id, selecting, children }: SelectableRowProps<Item>) {
  const { selection, titleOf } = selecting
  const { index } = place
  const selectable = useSelectable({ selection, id, index })
  const onClickCapture = (event: MouseEvent) => {
    selectable.onClickCapture(event)
    if (!selection.isOn || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    selection.press(id, index, event.shiftKey)
  }
  const isSelected = selection.ids.has(id)
  return (
    <div
      {...getRow(place)}
      data-selected={isSelected}
      {...selectable}
      onClickCapture={onClickCapture}
    >
      {selection.isOn && (
        <span role="cell">
          <button
            type="button"
            role="checkbox"
            aria-checked={isSelected}
            aria-label={t('Select {title}', { title: titleOf(item) })}
            className={styles.check}
          >
            {isSelected && <CheckIcon size={14} />}
          </button>
        </span>
      )}
      {children}
    </div>
  )
}
