import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { CheckIcon, RefreshIcon } from '../../../../components/icons'
import { Select } from '../../../../components/controls/select'
import { EmptyState } from '../../../../components/feedback/states'
import { t } from '../../../../i18n/i18n'
import { LibraryFilter } from '../../../../components/controls/library-filter'
import { Pager } from '../../../../components/grid/pager'
import {
  SettingsCard,
  Entries,
  Part,
  PendingSection,
  EntriesSkeleton,
} from '../../shared/settings-section'
import { ProblemEntry } from './problem-entry'
import styles from '../../settings.module.css'
import { findKnown } from '../../shared/section-search'
import { SidecarProblems } from './sidecar-problems'
import { useChange } from '../../../../components/use-change'
import { useSectionSearch } from '../../shared/use-section-search'
import { findingCodes, formatFinding } from '../../../../labels/server-labels'

type Code = (typeof findingCodes)[number]
const every = 'every'

export function Problems() {
  const [{ only, library: libraryId, page = 1 }, show] = useSectionSearch()
  const code = findKnown(findingCodes, only)
  const filter = { ...(code && { code }), ...(libraryId && { libraryId }) }
  const books = useQuery({
    ...apiQuery('/api/v1/books/errors', { params: { query: { page, pageSize: 30, ...filter } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (books.error && !books.data)
    return <PendingSection title={t('Media problems')} question={books} />
  const total = books.data?.total
  return (
    <Part
      title={t('Media problems')}
      facts={
        total === undefined
          ? undefined
          : t('{books, plural, one {# book} other {# books}}', { books: total })
      }
      lead={t(
        'Books with damaged or unreadable files. Quire rechecks a file automatically when it is replaced.',
      )}
      actions={total !== 0 && <RecheckAll filter={filter} total={total} />}
    >
      <div className={styles.filters}>
        <CodeFilter value={code} onChange={(next) => show({ only: next })} />
        <LibraryFilter value={libraryId} onChange={(next) => show({ library: next })} />
      </div>
      {books.data ? (
        <>
          <List
            page={books.data}
            isNarrowed={Object.keys(filter).length > 0}
            onPage={(next) => show({ page: next })}
            onAll={() => show({ only: undefined, library: undefined })}
          />
          <SidecarProblems key={libraryId ?? every} libraryId={libraryId} />
        </>
      ) : (
        <EntriesSkeleton />
      )}
    </Part>
  )
}

interface LookAgainProps {
  filter: { code?: Code; libraryId?: string }
  /** undefined while loading. */
  total: number | undefined
}

/** Rechecks all books that match the filters. */
function RecheckAll({ filter, total }: LookAgainProps) {
  const again = useChange({
    act: () => readResponse(api.POST('/api/v1/books/retry-all-errors', { body: filter })),
    done: t('Rechecking these files'),
    stale: ['/api/v1/books/errors', '/api/v1/tasks'],
  })
  return (
    <Button
      icon={RefreshIcon}
      busy={total === undefined || again.isPending}
      onClick={() => again.mutate()}
    >
      {t('Recheck all files')}
    </Button>
  )
}

interface CodeFilterProps {
  value: Code | undefined
  onChange: (value: Code | undefined) => void
}

const CodeFilter = ({ value, onChange }: CodeFilterProps) => (
  <Select<Code | typeof every>
    label={t('Problem')}
    choices={[
      { value: every, label: t('All problems') },
      ...findingCodes.map((code) => ({ value: code, label: formatFinding(code) })),
    ]}
    value={value ?? every}
    onChange={(next) => onChange(next === every ? undefined : next)}
  />
)

interface ListProps {
  page: Schemas['PageOfBook']
  isNarrowed: boolean
  onPage: (page: number) => void
  onAll: () => void
}

function List({ page, isNarrowed, onPage, onAll }: ListProps) {
  if (page.total === 0 && isNarrowed) {
    return (
      <EmptyState icon={CheckIcon} title={t('No matching problems')}>
        <Button onClick={onAll}>{t('Show all problems')}</Button>
      </EmptyState>
    )
  }
  if (page.total === 0) return <EmptyState icon={CheckIcon} title={t('No problems found')} />
  return (
    <SettingsCard>
      <Entries label={t('Media problems')}>
        {page.data.map((book) => (
          <ProblemEntry key={book.id} book={book} />
        ))}
      </Entries>
      <Pager page={page.page} pages={page.totalPages} onChange={onPage} />
    </SettingsCard>
  )
}
