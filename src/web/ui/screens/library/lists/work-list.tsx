/** A library's series or books as a grid or table, with selection. */
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { coverRowHeight } from '../../../components/covers/cover-cell'
import { SelectionProvider } from '../../../components/selection/selection-provider'
import type { WorkKind } from '../../../components/selection/selection'
import { useListSelection } from '../../../components/selection/use-list-selection'
import { type ListHandle, VirtualGrid } from '../../../components/grid/virtual-grid'
import type { Column } from '../../../components/grid/table-column'
import { VirtualTable } from '../../../components/grid/virtual-table'
import { windowSize } from '../../../../shared/requests'
import { useCoverMin, useSizeByWheel } from './cover-size'
import { LetterScrubber } from './letter-scrubber'
import { type LibrarySearch, usualSort, type View } from '../library-search'
import { EmptyList } from './empty-list'
import { buildSearchBody, lettersQuery } from '../queries'
import styles from '../library.module.css'
import { useQuery } from '@tanstack/react-query'

export interface ListProps {
  search: LibrarySearch
  title: string
  view: View
  total: number | undefined
  onTotal: (total: number) => void
  /** Sorts by a column key. */
  onSort: (key: string) => void
}

interface WorkListProps<Work> extends ListProps {
  tab: 'series' | 'books'
  ask: (search: LibrarySearch, page: number, pageSize: number) => object
  columns: readonly Column<Work>[]
  titleOf: (work: Work) => string
  cover: (work: Work, isFirst: boolean) => ReactNode
}

const firstRow = 6
const kinds: Record<'series' | 'books', WorkKind> = { series: 'series', books: 'book' }

export function WorkList<Work extends { id: string }>(props: WorkListProps<Work>) {
  const { tab, search, title, view, total, onTotal, onSort, columns, cover, titleOf } = props
  const { list, selection, key } = useWorks(props)
  const coverMin = useCoverMin()
  const handle = useRef<ListHandle>(null)
  const showItem = (index: number) => handle.current?.showItem(index)
  const box = useRef<HTMLDivElement>(null)
  useSizeByWheel(box, view === 'grid')
  const [first, setFirst] = useState(0)
  const { hasStrip, letters } = useLetters(search, { tab, total })
  const shared = {
    ...list,
    label: title,
    onTotal,
    handle,
    onFirst: setFirst,
    selecting: { selection, titleOf },
    empty: <EmptyList search={search} tab={tab} />,
  }
  return (
    <div ref={box} className={hasStrip ? styles.withLetters : undefined}>
      <div className={styles.selecting}>
        <SelectionProvider kind={kinds[tab]} selection={selection} total={total} isShort />
      </div>
      {/* Before the list, so that keyboard users do not have to pass the whole list first. */}
      {letters && <LetterScrubber tab={tab} letters={letters} at={first} onGo={showItem} />}
      {view === 'grid' ? (
        <VirtualGrid<Work>
          key={key}
          {...shared}
          coverMin={coverMin}
          render={(work, index) => cover(work, index < firstRow)}
        />
      ) : (
        <VirtualTable<Work>
          key={key}
          {...shared}
          columns={columns}
          rowHeight={coverRowHeight}
          sorting={{ sort: search.sort ?? usualSort(tab), onSort }}
        />
      )}
    </div>
  )
}

function useWorks<Work extends { id: string }>({ search, tab, ask, total }: WorkListProps<Work>) {
  const pageQuery = useCallback(
    (page: number, pageSize = windowSize) => ask(search, page, pageSize),
    [ask, search],
  )
  const key = JSON.stringify(buildSearchBody(search, tab))
  const selection = useListSelection({ key, pageQuery, total })
  const list = { pageQuery, idOf: ({ id }: Work) => id }
  // The key contains the query and the order, so that each list has its own scroll position and
  // length.
  return { list, selection, key: JSON.stringify([key, search.sort]) }
}

/** Minimum number of entries for which the A–Z strip is shown. */
const fewest = 40

const byText = { series: ['name'], books: ['series', 'title'] }

/**
 * Loads the letters for long lists that are sorted by name or title. Space is reserved for them
 * before they load. They are requested together with the list but shown only when its length is
 * known, because the list cannot scroll to a letter before that.
 */
function useLetters(
  search: LibrarySearch,
  { tab, total }: { tab: 'series' | 'books'; total: number | undefined },
) {
  const [key = ''] = (search.sort ?? usualSort(tab)).split(',')
  const isByText = byText[tab].includes(key)
  const isLong = isByText && (total === undefined || total >= fewest)
  const { data } = useQuery({ ...lettersQuery(search, tab), enabled: isLong })
  const isReady = isLong && total !== undefined
  return { hasStrip: isLong, letters: isReady && data && data.length > 1 ? data : undefined }
}
