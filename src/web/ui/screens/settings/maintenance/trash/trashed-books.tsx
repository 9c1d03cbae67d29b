import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button, buttonClass } from '../../../../components/controls/button'
import { TrashIcon } from '../../../../components/icons'
import { Select } from '../../../../components/controls/select'
import { EmptyState, ErrorState, Loading } from '../../../../components/feedback/states'
import { t } from '../../../../i18n/i18n'
import { formatAgo } from '../../../../i18n/date-time'
import { usePermission } from '../../../../state/session/session'
import { Pager } from '../../../../components/grid/pager'
import { SettingsCard, Entries, Entry } from '../../shared/settings-section'
import { PurgeButton } from './purge-button'
import styles from '../../settings.module.css'
import { findKnown } from '../../shared/section-search'
import { formatBookCount, formatReaderCount } from './trash-labels'
import { useChange } from '../../../../components/use-change'
import { useContinue } from '../../shared/use-continue'
import { useSectionSearch } from '../../shared/use-section-search'

type Book = Schemas['TrashedBook']
const any = 'any'
const undecided = 'undecided'
const reasons = ['missing', 'removed', 'continued', undecided] as const
type Reason = (typeof reasons)[number] | typeof any

export function TrashedBooks({ libraryId }: { libraryId: string | undefined }) {
  const [{ page = 1, only }, show] = useSectionSearch()
  const reason = findKnown(reasons, only)
  const filter = {
    ...(libraryId && { libraryId }),
    ...(reason === undecided ? { undecided: 'true' as const } : reason && { reason }),
  }
  const books = useQuery({
    ...apiQuery('/api/v1/trash/books', {
      params: { query: { page, pageSize: 30, ...filter } },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (books.isError) return <ErrorState error={books.error} retry={books.refetch} />
  if (!books.data) return <Loading />
  return (
    <div className={styles.body}>
      <ReasonFilter
        value={reason ?? any}
        onChange={(next) => show({ only: next === any ? undefined : next })}
      />
      {books.data.total === 0 ? (
        <EmptyState
          icon={TrashIcon}
          title={reason ? t('No books in the trash for this reason') : t('No books in the trash')}
        />
      ) : (
        <SettingsCard>
          <Entries label={t('Books')}>
            {books.data.data.map((book) => (
              <BookEntry key={book.id} book={book} />
            ))}
          </Entries>
          <Pager
            page={page}
            pages={books.data.totalPages}
            onChange={(next) => show({ page: next })}
          />
        </SettingsCard>
      )}
    </div>
  )
}

const ReasonFilter = ({
  value,
  onChange,
}: {
  value: Reason
  onChange: (value: Reason) => void
}) => (
  <div className={styles.filters}>
    <Select<Reason>
      label={t('Reason')}
      choices={[
        { value: any, label: t('Any reason') },
        { value: 'missing', label: t('File is missing') },
        { value: 'removed', label: t('Moved to the trash by a user') },
        { value: 'continued', label: t('File is missing, but reading continues in a copy') },
        { value: undecided, label: t('Several copies, none chosen') },
      ]}
      value={value}
      onChange={onChange}
    />
  </div>
)

function BookEntry({ book }: { book: Book }) {
  const { id, title, seriesName, libraryName, restorable, path, trashedAt, readBy } = book
  const mayDelete = usePermission('books:delete')
  const isOfTrashedLibrary = book.reason === 'removed' && !restorable
  const params = { path: { id } }
  const restore = useChange({
    act: () => readResponse(api.POST('/api/v1/books/{id}/restore', { params })),
    done: t('{name} restored', { name: title }),
    stale: ['/api/v1/'],
  })
  const facts = [seriesName, libraryName, formatAgo(trashedAt), ...formatReaderCount(readBy)]
  return (
    <Entry
      title={title}
      facts={facts.join(' · ')}
      actions={
        mayDelete &&
        !isOfTrashedLibrary && (
          <>
            <Button
              small
              disabled={!restorable}
              busy={restore.isPending}
              onClick={() => restore.mutate()}
            >
              {t('Restore')}
            </Button>
            <PurgeButton
              name={title}
              extent={[formatBookCount(1), ...formatReaderCount(readBy)].join(' · ')}
              act={(name) =>
                readResponse(api.POST('/api/v1/books/{id}/purge', { params, body: { name } }))
              }
            />
          </>
        )
      }
    >
      <div className={styles.entryFacts}>
        {isOfTrashedLibrary
          ? t('The library is in the trash')
          : book.reason === 'missing'
            ? t('File is missing. The book returns when the file does.')
            : t('Moved to the trash by a user')}
      </div>
      {path && <code className={styles.path}>{path}</code>}
      <Continuation book={book} />
    </Entry>
  )
}

const Continuation = ({ book }: { book: Book }) =>
  book.continuedBy === null ? (
    <Copies book={book} />
  ) : (
    <ContinuedBy book={book} copyId={book.continuedBy} />
  )

function ContinuedBy({ book: { id, title }, copyId }: { book: Book; copyId: string }) {
  const mayEdit = usePermission('books:write')
  const separate = useChange({
    act: () => readResponse(api.POST('/api/v1/books/{id}/separate', { params: { path: { id } } })),
    done: t('{name} is separate from its copy again', { name: title }),
    stale: ['/api/v1/'],
  })
  return (
    <div className={styles.entryFacts}>
      {t(
        'For all users, reading progress, bookmarks, list entries and edits were copied to another copy of this book.',
      )}{' '}
      {mayEdit &&
        t(
          'Separating the books removes this data from the copy, except for what was changed there since. This book keeps the data.',
        )}
      <br />
      <Link to="/book/$id" params={{ id: copyId }} className={buttonClass('plain', true)}>
        {t('Show copy')}
      </Link>{' '}
      {mayEdit && (
        <Button small busy={separate.isPending} onClick={() => separate.mutate()}>
          {t('Separate from the copy')}
        </Button>
      )}
    </div>
  )
}

/**
 * Copies of the book that can receive its user data. Shown only if Quire cannot choose one
 * automatically.
 */
function Copies({ book: { id: bookId, title, copies } }: { book: Book }) {
  const mayEdit = usePermission('books:write')
  const { busyId, continueWith } = useContinue({ title, bookIds: [bookId] })
  if (!mayEdit || copies.length === 0) return null
  return copies.map(({ id, libraryName, path }) => (
    <div key={id} className={styles.entryFacts}>
      <Button small busy={busyId === id} onClick={() => continueWith(id)}>
        {t('Continue with this copy')}
      </Button>{' '}
      {path ?? libraryName}
    </div>
  ))
}
