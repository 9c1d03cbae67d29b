import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readResponse, api, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { CheckIcon } from '../../../components/icons'
import { EmptyState, ErrorState, Loading } from '../../../components/feedback/states'
import { Tabs } from '../../../components/controls/tabs'
import { formatBytes } from '../../../i18n/bytes'
import { formatNumber, t } from '../../../i18n/i18n'
import { fullBookTitle } from '../../../labels/metadata-labels'
import { LibraryFilter } from '../../../components/controls/library-filter'
import { Pager } from '../../../components/grid/pager'
import { SettingsCard, Entries, Entry, Part } from '../shared/settings-section'
import styles from '../settings.module.css'
import { DuplicateSeries } from './duplicate-series'
import { findKnown } from '../shared/section-search'
import { usePermission } from '../../../state/session/session'
import { useChange } from '../../../components/use-change'
import { useContinue } from '../shared/use-continue'
import { useSectionSearch } from '../shared/use-section-search'

const kinds = ['open', 'dismissed', 'series'] as const
type Kind = (typeof kinds)[number]

export function Duplicates() {
  const [{ tab, library }, show] = useSectionSearch()
  return (
    <Part
      title={t('Duplicates')}
      lead={t(
        'Duplicate books. Quire never deletes files. Delete the copies you don’t want from the disk; the next scan will pick up the change.',
      )}
    >
      <div className={styles.filters}>
        <LibraryFilter value={library} onChange={(next) => show({ library: next })} />
      </div>
      <Tabs<Kind>
        label={t('Duplicates')}
        value={findKnown(kinds, tab) ?? 'open'}
        onChange={(next) => show({ tab: next })}
        tabs={[
          { value: 'open', label: t('Found'), content: <Groups isDismissed={false} /> },
          { value: 'dismissed', label: t('Ignored'), content: <Groups isDismissed /> },
          { value: 'series', label: t('Series'), content: <DuplicateSeries /> },
        ]}
      />
    </Part>
  )
}

const dismissed = { dismissed: 'true' } as const

function Groups({ isDismissed }: { isDismissed: boolean }) {
  const [{ page = 1, library: libraryId }, show] = useSectionSearch()
  const filter = { ...(libraryId && { libraryId }), ...(isDismissed && dismissed) }
  const groups = useQuery({
    ...apiQuery('/api/v1/duplicates', { params: { query: { page, pageSize: 20, ...filter } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (groups.isError) return <ErrorState error={groups.error} retry={groups.refetch} />
  if (!groups.data) return <Loading />
  if (groups.data.total === 0) {
    return (
      <EmptyState
        icon={CheckIcon}
        title={isDismissed ? t('No ignored duplicates') : t('No duplicates')}
      />
    )
  }
  return (
    <div className={styles.body}>
      {groups.data.data.map((group) => (
        <Group key={group.id} group={group} />
      ))}
      <Pager page={page} pages={groups.data.totalPages} onChange={(next) => show({ page: next })} />
    </div>
  )
}

function Group({ group }: { group: Schemas['DuplicateGroup'] }) {
  const { id, books, duplicateCount, reason, reclaimableSize, dismissedAt } = group
  const params = { path: { id } }
  const stale = ['/api/v1/duplicates']
  const dismiss = useChange({
    act: () => readResponse(api.DELETE('/api/v1/duplicates/{id}', { params })),
    done: t('Duplicates ignored'),
    stale,
  })
  const restore = useChange({
    act: () => readResponse(api.POST('/api/v1/duplicates/{id}/restore', { params })),
    done: t('No longer ignored'),
    stale,
  })
  const change = dismissedAt ? restore : dismiss
  return (
    <SettingsCard
      title={getTitle(books)}
      hint={`${reason === 'same_file' ? t('Identical file') : t('Identical pages')} · ${t('{size} reclaimable', { size: formatBytes(reclaimableSize) })}`}
      actions={
        <Button small busy={change.isPending} onClick={() => change.mutate()}>
          {dismissedAt ? t('Stop ignoring') : t('Ignore')}
        </Button>
      }
    >
      <Copies books={books} />
      {duplicateCount > books.length && (
        <p className={styles.hint}>
          {t('… and {count} more', { count: formatNumber(duplicateCount - books.length) })}
        </p>
      )}
    </SettingsCard>
  )
}

const getTitle = ([first]: Schemas['DuplicateGroup']['books']) =>
  first ? fullBookTitle(first) : ''

function Copies({ books }: { books: Schemas['DuplicateGroup']['books'] }) {
  const title = getTitle(books)
  const mayEdit = usePermission('books:write')
  const { busyId, continueWith } = useContinue({ title, bookIds: books.map(({ id }) => id) })
  return (
    <Entries label={title}>
      {books.map((book) => (
        <Entry
          key={book.id}
          title={
            <Link to="/book/$id" params={{ id: book.id }} className={styles.work}>
              {fullBookTitle(book)}
            </Link>
          }
          facts={[book.libraryName, formatBytes(book.fileSize)].join(' · ')}
          actions={
            mayEdit && (
              <Button small busy={busyId === book.id} onClick={() => continueWith(book.id)}>
                {t('Continue with this copy')}
              </Button>
            )
          }
        >
          {book.path && <code className={styles.path}>{book.path}</code>}
        </Entry>
      ))}
    </Entries>
  )
}
