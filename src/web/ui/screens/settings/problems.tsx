import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { answerOf, api, type Schemas } from '../../api/client'
import { ask } from '../../api/query'
import { Button } from '../../components/button'
import { CheckIcon, RefreshIcon } from '../../components/icons'
import { Select } from '../../components/select'
import { EmptyState, ErrorState, Loading } from '../../components/states'
import { t } from '../../i18n/i18n'
import { said } from '../../i18n/server-words'
import { LibraryFilter } from './library-filter'
import { Pager } from './pager'
import { Card, Entries, Entry, Part } from './part'
import styles from './settings.module.css'
import { SideFileProblems } from './side-file-problems'
import { useChange } from './use-change'
import { findingCodes, findingWords } from './words'

type Code = (typeof findingCodes)[number]
const every = 'every'

export function Problems() {
  const [code, setCode] = useState<Code | typeof every>(every)
  const [libraryId, setLibrary] = useState<string>()
  const [page, setPage] = useState(1)
  const fromTheStart =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setPage(1)
    }
  const filter = { ...(code !== every && { code }), ...(libraryId && { libraryId }) }
  const books = useQuery({
    ...ask('/api/v1/books/errors', { params: { query: { page, pageSize: 30, ...filter } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const again = useChange({
    act: () => answerOf(api.POST('/api/v1/books/retry-all-errors', { body: filter })),
    done: t('A scan opens these files again'),
    stale: ['/api/v1/books/errors'],
  })
  if (books.isError) return <ErrorState error={books.error} retry={books.refetch} />
  if (!books.data) return <Loading />
  const { total } = books.data
  return (
    <Part
      title={t('Media problems')}
      facts={t('{books, plural, one {# book} other {# books}}', { books: total })}
      lead={t(
        'Books in whose files something is wrong. When a file is replaced, Quire looks at it again by itself.',
      )}
      actions={
        total > 0 && (
          <Button icon={RefreshIcon} busy={again.isPending} onClick={() => again.mutate()}>
            {t('Look at them again')}
          </Button>
        )
      }
    >
      <div className={styles.filters}>
        <CodeFilter value={code} onChange={fromTheStart(setCode)} />
        <LibraryFilter value={libraryId} onChange={fromTheStart(setLibrary)} />
      </div>
      <List page={books.data} onPage={setPage} />
      <SideFileProblems key={libraryId ?? every} libraryId={libraryId} />
    </Part>
  )
}

type Filter = Code | typeof every

const CodeFilter = ({ value, onChange }: { value: Filter; onChange: (value: Filter) => void }) => (
  <Select<Filter>
    label={t('What is wrong')}
    choices={[
      { value: every, label: t('Anything') },
      ...findingCodes.map((code) => ({ value: code, label: findingWords(code) })),
    ]}
    value={value}
    onChange={onChange}
  />
)

interface ListProps {
  page: Schemas['PageOfBook']
  onPage: (page: number) => void
}

const List = ({ page, onPage }: ListProps) =>
  page.total === 0 ? (
    <EmptyState icon={CheckIcon} title={t('No problems with books')} />
  ) : (
    <Card>
      <Entries label={t('Media problems')}>
        {page.data.map((book) => (
          <ProblemEntry key={book.id} book={book} />
        ))}
      </Entries>
      <Pager page={page.page} pages={page.totalPages} onChange={onPage} />
    </Card>
  )

function ProblemEntry({ book }: { book: Schemas['Book'] }) {
  const { id, title, seriesName, libraryName, path, findings } = book
  const again = useChange({
    act: () => answerOf(api.POST('/api/v1/books/{id}/analyze', { params: { path: { id } } })),
    done: t('A scan opens this file again'),
    stale: ['/api/v1/books/errors'],
  })
  return (
    <Entry
      title={
        <Link to="/book/$id" params={{ id }} className={styles.link}>
          {title}
        </Link>
      }
      facts={`${seriesName} · ${libraryName}`}
      actions={
        <Button small busy={again.isPending} onClick={() => again.mutate()}>
          {t('Look again')}
        </Button>
      }
    >
      {findings.map((finding) => (
        <div key={finding.code}>{said(finding.message)}</div>
      ))}
      {path && <code className={styles.path}>{path}</code>}
    </Entry>
  )
}
