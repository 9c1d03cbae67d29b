import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/query'
import { type Tab, Tabs } from '../../components/tabs'
import { formatNumber, t } from '../../i18n/i18n'
import { useMay } from '../../state/session'
import { LibraryFilter } from './library-filter'
import { Part } from './part'
import { Purges } from './purges'
import styles from './settings.module.css'
import { TrashedBooks } from './trashed-books'
import { PurgeLibrary, TrashedLibraries } from './trashed-libraries'
import { TrashedSeries } from './trashed-series'

type Kind = 'series' | 'books' | 'libraries' | 'gone'

export function Trash() {
  const [kind, setKind] = useState<Kind>('series')
  const [libraryId, setLibrary] = useState<string>()
  const isFiltered = kind === 'series' || kind === 'books'
  return (
    <Part
      title={t('Trash')}
      lead={t(
        'What is here is seen by nobody else. What was read is kept. Quire never deletes a file: deleting for good forgets the book, not the file.',
      )}
    >
      {isFiltered && (
        <div className={styles.filters}>
          <LibraryFilter value={libraryId} onChange={setLibrary} />
          <EmptyTrash libraryId={libraryId} />
        </div>
      )}
      <Tabs<Kind> label={t('Trash')} value={kind} onChange={setKind} tabs={useTabs(libraryId)} />
    </Part>
  )
}

const withCount = (words: string, count: number | undefined) =>
  count ? `${words} · ${formatNumber(count)}` : words

/** So that nobody takes the trash for empty who looks at the other tab. */
function useCounts(libraryId: string | undefined) {
  const query = { page: 1, pageSize: 1, ...(libraryId && { libraryId }) }
  const series = useQuery({ ...ask('/api/v1/trash/series', { params: { query } }), staleTime: 0 })
  const books = useQuery({ ...ask('/api/v1/trash/books', { params: { query } }), staleTime: 0 })
  return { series: series.data?.total, books: books.data?.total }
}

function useTabs(libraryId: string | undefined): Tab<Kind>[] {
  const counts = useCounts(libraryId)
  const maySeeLibraries = useMay('libraries:delete')
  const libraries = {
    value: 'libraries' as const,
    label: t('Libraries'),
    content: <TrashedLibraries />,
  }
  return [
    {
      value: 'series',
      label: withCount(t('Whole series'), counts.series),
      content: <TrashedSeries key={libraryId} libraryId={libraryId} />,
    },
    {
      value: 'books',
      label: withCount(t('Books'), counts.books),
      content: <TrashedBooks key={libraryId} libraryId={libraryId} />,
    },
    ...(maySeeLibraries ? [libraries] : []),
    { value: 'gone', label: t('Deleted for good'), content: <Purges /> },
  ]
}

/** Of the library that is chosen, or of the only one. */
function EmptyTrash({ libraryId }: { libraryId: string | undefined }) {
  const mayDelete = useMay('libraries:delete')
  const libraries = useQuery(ask('/api/v1/libraries'))
  const all = libraries.data ?? []
  const library = all.length === 1 ? all[0] : all.find(({ id }) => id === libraryId)
  return mayDelete && library ? <PurgeLibrary library={library} /> : null
}
