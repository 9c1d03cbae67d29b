import { type FetchQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Schemas } from '../../api/client'
import { BookCover } from '../../components/book-cover'
import { errorWords } from '../../api/error-words'
import { LayersIcon, SelectIcon } from '../../components/icons'
import { Selectable } from '../../components/selection/selectable'
import { type Selection, useSelection } from '../../components/selection/selection'
import { SelectionBar } from '../../components/selection/selection-bar'
import { toast } from '../../components/toast'
import { SeriesCover } from '../../components/series-cover'
import { EmptyState } from '../../components/states'
import { type ListHandle, VirtualGrid } from '../../components/virtual-grid'
import { VirtualTable } from '../../components/virtual-table'
import { windowSize } from '../../components/virtual-window'
import { t } from '../../i18n/i18n'
import { usePreferences } from '../../state/preferences'
import { bookColumns, seriesColumns, shownColumns } from './columns'
import { Letters } from './letters'
import { type LibrarySearch, shownFilters, type Tab, type View } from './library-search'
import { askBooks, askLetters, askSeries, bodyOf } from './questions'
import styles from './library.module.css'

/** So many are still selected at a press; more would be asked for too long. */
const mostSelected = 10_000
const pageOfIds = 500

interface PageOfIds {
  data: { id: string }[]
  total: number
}

/** Selecting in a list whose pages are asked for by `askPage`. */
function useListSelection(askPage: (page: number, pageSize: number) => object, total?: number) {
  const queries = useQueryClient()
  const between = async (from: number, to: number) => {
    const ids: string[] = []
    const last = Math.floor(Math.min(to, from + mostSelected) / pageOfIds)
    for (let page = Math.floor(from / pageOfIds); page <= last; page++) {
      const question = askPage(page + 1, pageOfIds) as FetchQueryOptions<PageOfIds>
      const { data } = await queries.fetchQuery(question)
      const first = page * pageOfIds
      const isIn = (index: number) => first + index >= from && first + index <= to
      ids.push(...data.filter((_, index) => isIn(index)).map(({ id }) => id))
    }
    return ids
  }
  const selection = useSelection(between, (error) => toast(errorWords(error)))
  const isShort = total !== undefined && total <= mostSelected
  const askAll = isShort ? () => between(0, total - 1) : undefined
  return { selection, askAll }
}

export interface ListProps {
  search: LibrarySearch
  title: string
  view: View
  total: number | undefined
  onTotal: (total: number) => void
}

const firstRow = 6

export function SeriesList({ search, title, view, total, onTotal }: ListProps) {
  const { selection, askAll } = useListSelection(
    (page, size) => askSeries(search, page, size),
    total,
  )
  const { values } = usePreferences()
  const handle = useRef<ListHandle>(null)
  const [first, setFirst] = useState(0)
  const letters = useLetters(search)
  const askPage = useCallback((page: number) => askSeries(search, page, windowSize), [search])
  const list = {
    label: title,
    askPage,
    idOf: ({ id }: Schemas['Series']) => id,
    onTotal,
    handle,
    onFirst: setFirst,
    empty: <Nothing search={search} tab="series" />,
  }
  // Another question is another list: it begins at its top, with its own length.
  const key = JSON.stringify([bodyOf(search, 'series'), search.sort])
  return (
    <div className={letters ? styles.withLetters : undefined}>
      <Selecting kind="series" {...{ view, selection, total, askAll }} />
      {view === 'grid' ? (
        <VirtualGrid<Schemas['Series']>
          key={key}
          {...list}
          {...coverMin(values['list.density'])}
          render={(series, index) => (
            <Selectable {...{ selection, index }} id={series.id} title={series.metadata.title}>
              <SeriesCover series={series} first={index < firstRow} />
            </Selectable>
          )}
        />
      ) : (
        <VirtualTable<Schemas['Series']>
          key={key}
          {...list}
          columns={seriesColumns(shownColumns(values['list.columns']))}
        />
      )}
      {letters && (
        <Letters letters={letters} at={first} onGo={(index) => handle.current?.showItem(index)} />
      )}
    </div>
  )
}

export function BookList({ search, title, view, total, onTotal }: ListProps) {
  const { selection, askAll } = useListSelection(
    (page, size) => askBooks(search, page, size),
    total,
  )
  const { values } = usePreferences()
  const askPage = useCallback((page: number) => askBooks(search, page, windowSize), [search])
  const list = {
    label: title,
    askPage,
    idOf: ({ id }: Schemas['Book']) => id,
    onTotal,
    empty: <Nothing search={search} tab="books" />,
  }
  const key = JSON.stringify([bodyOf(search, 'books'), search.sort])
  return (
    <>
      <Selecting kind="book" {...{ view, selection, total, askAll }} />
      {view === 'grid' ? (
        <VirtualGrid<Schemas['Book']>
          key={key}
          {...list}
          {...coverMin(values['list.density'])}
          render={(book, index) => (
            <Selectable {...{ selection, index }} id={book.id} title={book.title}>
              <BookCover book={book} first={index < firstRow} />
            </Selectable>
          )}
        />
      ) : (
        <VirtualTable<Schemas['Book']> key={key} {...list} columns={bookColumns()} />
      )}
    </>
  )
}

interface SelectingProps {
  kind: 'series' | 'book'
  view: View
  selection: Selection
  total: number | undefined
  askAll: (() => Promise<readonly string[]>) | undefined
}

/** The way into selecting, and the bar while it lasts; the list view has none. */
function Selecting({ view, ...bar }: SelectingProps) {
  if (view !== 'grid') return null
  const { isOn, begin, end } = bar.selection
  return (
    <>
      <button
        type="button"
        className={styles.select}
        aria-pressed={isOn}
        onClick={isOn ? end : begin}
      >
        <SelectIcon size={16} />
        {t('Select several')}
      </button>
      {isOn && <SelectionBar {...bar} />}
    </>
  )
}

/** A phone has three, four or two beside one another. */
function coverMin(density: 'compact' | 'normal' | 'comfortable' | null | undefined) {
  const isNarrow = innerWidth < 700
  if (density === 'compact') return { coverMin: isNarrow ? 72 : 112 }
  if (density === 'comfortable') return { coverMin: isNarrow ? 140 : 196 }
  return {}
}

const fewest = 40

/** Only where the list stands by its titles, and is long. */
function useLetters(search: LibrarySearch) {
  const sort = search.sort ?? 'name,asc'
  const isByName = sort === 'name,asc'
  const { data } = useQuery({ ...askLetters(search), enabled: isByName })
  const total = data?.reduce((sum, { count }) => sum + count, 0) ?? 0
  return isByName && data && data.length > 1 && total >= fewest ? data : undefined
}

function Nothing({ search, tab }: { search: LibrarySearch; tab: Tab }) {
  const isFiltered = Boolean(search.search) || Object.keys(shownFilters(search, tab)).length > 0
  return isFiltered ? (
    <EmptyState icon={LayersIcon} title={t('Nothing fits')}>
      <p>{t('Take a filter away to see more.')}</p>
    </EmptyState>
  ) : (
    <EmptyState icon={LayersIcon} title={t('There is nothing here yet')}>
      <p>{t('Books appear here once a library is scanned.')}</p>
    </EmptyState>
  )
}
