/** The entries of a list as covers, with selection, as in the library. */
import type { ReactNode } from 'react'
import { BookCover } from '../../../components/covers/book-cover'
import { SeriesCover } from '../../../components/covers/series-cover'
import { VirtualGrid } from '../../../components/grid/virtual-grid'
import {
  listEntriesQuery,
  type ItemList,
  type ListEntry,
  type ListKind,
} from '../../../components/lists/list-requests'
import { SelectionProvider } from '../../../components/selection/selection-provider'
import { useListSelection } from '../../../components/selection/use-list-selection'
import { fullBookTitle } from '../../../labels/metadata-labels'
import styles from '../lists.module.css'

export interface EntriesProps {
  kind: ListKind
  list: ItemList
  total: number
  onTotal: (total: number) => void
  empty: ReactNode
}

export function ListGrid({ kind, list: { id, name }, total, onTotal, empty }: EntriesProps) {
  const pageQuery = (page: number, pageSize?: number) => listEntriesQuery(kind, id, page, pageSize)
  const selection = useListSelection({ key: id, pageQuery, total })
  return (
    <>
      <div className={styles.tools}>
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

const EntryCover = ({ entry }: { entry: ListEntry }) =>
  'bookCount' in entry ? <SeriesCover series={entry} /> : <BookCover book={entry} />

const titleOf = (entry: ListEntry) =>
  'bookCount' in entry ? entry.metadata.title : fullBookTitle(entry)
