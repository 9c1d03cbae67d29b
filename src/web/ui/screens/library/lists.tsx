import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Schemas } from '../../api/client'
import { BookCover } from '../../components/book-cover'
import { LayersIcon } from '../../components/icons'
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

export interface ListProps {
  search: LibrarySearch
  title: string
  view: View
  onTotal: (total: number) => void
}

const firstRow = 6

export function SeriesList({ search, title, view, onTotal }: ListProps) {
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
      {view === 'grid' ? (
        <VirtualGrid<Schemas['Series']>
          key={key}
          {...list}
          {...coverMin(values['list.density'])}
          render={(series, index) => <SeriesCover series={series} first={index < firstRow} />}
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

export function BookList({ search, title, view, onTotal }: ListProps) {
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
  return view === 'grid' ? (
    <VirtualGrid<Schemas['Book']>
      key={key}
      {...list}
      {...coverMin(values['list.density'])}
      render={(book, index) => <BookCover book={book} first={index < firstRow} />}
    />
  ) : (
    <VirtualTable<Schemas['Book']> key={key} {...list} columns={bookColumns()} />
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
