/** The entries of a list as covers, with selection, as in the library. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../components/controls/button'
import { BookCover } from '../../components/covers/book-cover'
import { SeriesCover } from '../../components/covers/series-cover'
import { VirtualGrid } from '../../components/grid/virtual-grid'
import { FilterIcon } from '../../components/icons'
import {
  entriesQuery,
  type ItemList,
  type ListEntry,
  type ListKind,
} from '../../components/lists/list-requests'
import { SelectionProvider } from '../../components/selection/selection-provider'
import { useListSelection } from '../../components/selection/use-list-selection'
import { t } from '../../i18n/i18n'
import { fullBookTitle } from '../../labels/metadata-labels'
import styles from './lists.module.css'

export interface EntriesProps {
  kind: ListKind
  list: ItemList
  total: number
  onTotal: (total: number) => void
  empty: ReactNode
}

export function ListGrid({ kind, list: { id, name }, total, onTotal, empty }: EntriesProps) {
  const pageQuery = (page: number, pageSize?: number) => entriesQuery(kind, id, page, pageSize)
  const selection = useListSelection({ key: id, pageQuery, total })
  return (
    <>
      <div className={styles.tools}>
        <LibraryLink kind={kind} id={id} />
        <SelectionProvider
          kind={kind === 'collection' ? 'series' : 'book'}
          selection={selection}
          total={total}
        />
      </div>
      <VirtualGrid<ListEntry>
        label={name}
        pageQuery={pageQuery}
        idOf={(entry) => entry.id}
        render={(entry) => <EntryCover entry={entry} />}
        selecting={{ selection, titleOf }}
        onTotal={onTotal}
        empty={empty}
      />
    </>
  )
}

/** The library filters and sorts, with the list as its condition. */
const LibraryLink = ({ kind, id: value }: { kind: ListKind; id: string }) => (
  <Link
    to="/library"
    search={
      kind === 'collection'
        ? { rule: { inCollection: { operator: 'is', value } } }
        : { tab: 'books', rule: { inReadList: { operator: 'is', value } } }
    }
    className={buttonClass('plain')}
  >
    <FilterIcon size={18} />
    {t('Filter and sort')}
  </Link>
)

const EntryCover = ({ entry }: { entry: ListEntry }) =>
  'bookCount' in entry ? <SeriesCover series={entry} /> : <BookCover book={entry} />

const titleOf = (entry: ListEntry) =>
  'bookCount' in entry ? entry.metadata.title : fullBookTitle(entry)
