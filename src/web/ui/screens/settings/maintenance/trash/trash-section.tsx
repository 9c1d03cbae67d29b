import { Button } from '../../../../components/controls/button'
import { type Tab, Tabs } from '../../../../components/controls/tabs'
import { formatNumber, t } from '../../../../i18n/i18n'
import { usePermission } from '../../../../state/session/session'
import { EmptyTrash } from './empty-trash'
import { LibraryFilter } from '../../../../components/controls/library-filter'
import { Part } from '../../shared/settings-section'
import { PreservedData } from './preserved-data'
import { PurgeHistory } from './purge-history'
import styles from '../../settings.module.css'
import { findKnown } from '../../shared/section-search'
import { TrashedBooks } from './trashed-books'
import { TrashedLibraries } from './trashed-libraries'
import { TrashedSeries } from './trashed-series'
import { useSectionSearch } from '../../shared/use-section-search'
import { type TrashCounts, useTrashCounts } from './use-trash-counts'

const kinds = ['series', 'books', 'libraries', 'gone'] as const
type Kind = (typeof kinds)[number]

export function Trash() {
  const [{ tab, only, library: libraryId }, show] = useSectionSearch()
  const counts = useTrashCounts(libraryId)
  // If only single books are in the trash, their tab is opened first.
  const usual = counts.series === 0 && counts.books ? 'books' : 'series'
  const kind: Kind = findKnown(kinds, tab) ?? usual
  const isFiltered = kind === 'series' || kind === 'books'
  return (
    <Part
      title={t('Trash')}
      lead={t(
        'Trashed items are hidden from everyone. Reading history is kept. Quire never deletes files: “Delete permanently” removes items from Quire, not from disk.',
      )}
    >
      {isFiltered && (
        <div className={styles.filters}>
          <LibraryFilter value={libraryId} onChange={(library) => show({ library })} />
          <EmptyTrash libraryId={libraryId} counts={counts} />
        </div>
      )}
      {!!counts.undecided && !(kind === 'books' && only === 'undecided') && (
        <div className={styles.filters}>
          <span>
            {t(
              '{count, plural, one {# book with reading data has several copies. Choose the copy where its readers will continue.} other {# books with reading data have several copies. Choose the copies where their readers will continue.}}',
              { count: counts.undecided },
            )}
          </span>
          <Button small onClick={() => show({ tab: 'books', only: 'undecided' })}>
            {t('Choose copies')}
          </Button>
        </div>
      )}
      <Tabs<Kind>
        label={t('Trash')}
        value={kind}
        onChange={(next) => show({ tab: next, only: undefined })}
        tabs={useTabs(libraryId, counts)}
      />
    </Part>
  )
}

function DeletionLog() {
  const isAdmin = usePermission('system:admin')
  return (
    <div className={styles.body}>
      {isAdmin && <PreservedData />}
      <PurgeHistory />
    </div>
  )
}

const withCount = (words: string, count: number | undefined) =>
  count ? `${words} · ${formatNumber(count)}` : words

function useTabs(libraryId: string | undefined, counts: TrashCounts): Tab<Kind>[] {
  const maySeeLibraries = usePermission('libraries:delete')
  const libraries = {
    value: 'libraries' as const,
    label: t('Libraries'),
    content: <TrashedLibraries />,
  }
  return [
    {
      value: 'series',
      label: withCount(t('Series'), counts.series),
      content: <TrashedSeries key={libraryId} libraryId={libraryId} />,
    },
    {
      value: 'books',
      label: withCount(t('Books'), counts.books),
      content: <TrashedBooks key={libraryId} libraryId={libraryId} />,
    },
    ...(maySeeLibraries ? [libraries] : []),
    { value: 'gone', label: t('Deletion log'), content: <DeletionLog /> },
  ]
}
