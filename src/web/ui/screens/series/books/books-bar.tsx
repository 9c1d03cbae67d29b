import type { ReactNode } from 'react'
import { IconButton } from '../../../components/controls/button'
import { FilterIcon, GridIcon, RowsIcon, SortIcon } from '../../../components/icons'
import { Menu } from '../../../components/menus/menu'
import { t } from '../../../i18n/i18n'
import { readStatusLabels } from '../../../labels/read-status'
import { bookReadStates, bookSorts, type SeriesSearch } from '../series-search'
import styles from '../series.module.css'

interface BooksBarProps {
  search: SeriesSearch
  change: (next: SeriesSearch) => void
}

export function BooksBar({ search, change, children }: BooksBarProps & { children: ReactNode }) {
  const isList = search.view === 'list'
  return (
    <div className={styles.bar}>
      {children}
      <ReadMenu search={search} change={change} />
      <SortMenu search={search} change={change} />
      <div className={styles.views} role="group" aria-label={t('View')}>
        <IconButton
          label={t('Covers')}
          icon={GridIcon}
          pressed={!isList}
          onClick={() => change({ view: undefined })}
        />
        <IconButton
          label={t('List')}
          icon={RowsIcon}
          pressed={isList}
          onClick={() => change({ view: 'list' })}
        />
      </div>
    </div>
  )
}

function ReadMenu({ search, change }: BooksBarProps) {
  const all = {
    label: t('All books'),
    checked: search.read === undefined,
    onSelect: () => change({ read: undefined }),
  }
  const some = bookReadStates.map((read) => ({
    label: readStatusLabels()[read],
    checked: search.read === read,
    onSelect: () => change({ read }),
  }))
  return (
    <Menu
      trigger={
        <button type="button" className={styles.choice}>
          <FilterIcon size={16} />
          {search.read ? readStatusLabels()[search.read] : t('All books')}
        </button>
      }
      groups={[{ items: [all, ...some] }]}
    />
  )
}

function SortMenu({ search, change }: BooksBarProps) {
  const shown = search.sort ?? 'natural,asc'
  const items = bookSorts.map((sort) => ({
    label: formatBookSort(sort),
    checked: shown === sort,
    onSelect: () => change({ sort }),
  }))
  return (
    <Menu
      trigger={
        <button type="button" className={styles.choice}>
          <SortIcon size={16} />
          {formatBookSort(shown)}
        </button>
      }
      groups={[{ items }]}
    />
  )
}

const formatBookSort = (sort: (typeof bookSorts)[number]) =>
  ({
    'natural,asc': t('In order'),
    'natural,desc': t('Reverse order'),
    'date_added,desc': t('Newest first'),
    'last_read,desc': t('Last read'),
    'page_count,desc': t('Longest first'),
  })[sort]
