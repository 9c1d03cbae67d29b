/** Finds metadata for a series or book: search, candidates, changes by field. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { translate } from '../../i18n/server-messages'
import { Button } from '../controls/button'
import { Field } from '../controls/field'
import { Dialog } from '../dialogs/dialog'
import { EmptyState, ErrorState, Loading } from '../feedback/states'
import { Candidate } from './candidate'
import { FieldChanges } from './field-changes'
import { type MatchTarget, searchProviders } from './match-target'
import styles from './matching.module.css'
import { NeverMatch } from './never-match'
import { SearchElsewhere } from './search-elsewhere'

type MatchCandidate = Schemas['MatchCandidate']

interface MatchDialogProps {
  target: MatchTarget
  onClose: () => void
}

export function MatchDialog({ target, onClose }: MatchDialogProps) {
  const { title } = target
  const [chosen, choose] = useState<MatchCandidate>()
  if (chosen) {
    return (
      <FieldChanges
        target={target}
        onClose={onClose}
        candidate={chosen}
        onBack={() => choose(undefined)}
      />
    )
  }
  return (
    <Dialog open wide onClose={onClose} title={t('Find metadata for {title}', { title })}>
      <Search target={target} onChoose={choose} />
    </Dialog>
  )
}

interface SearchProps {
  target: MatchTarget
  onChoose: (candidate: MatchCandidate) => void
}

function Search({ target, onChoose }: SearchProps) {
  const { kind, id, title } = target
  const [query, setQuery] = useState<string>()
  const found = useQuery({
    queryKey: ['match', kind, id, query ?? null],
    queryFn: ({ signal }) => searchProviders(target, query === undefined ? {} : { query }, signal),
    staleTime: 60_000,
    retry: false,
  })
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('query')
    const text = typeof given === 'string' ? given.trim() : ''
    setQuery(text === '' || text === title ? undefined : text)
  }
  return (
    <>
      <form className={styles.search} onSubmit={submit}>
        <Field
          label={t('Title or link to the work')}
          name="query"
          defaultValue={title}
          maxLength={200}
        />
        <Button type="submit" busy={found.isFetching}>
          {t('Search')}
        </Button>
      </form>
      <Results kind={kind} found={found} onChoose={onChoose} />
      {found.data && <SearchElsewhere target={target} title={query ?? title} />}
      {found.data && <NeverMatch target={target} isInitiallyOn={found.data.isNeverMatched} />}
    </>
  )
}

interface ResultsProps {
  kind: MatchTarget['kind']
  found: {
    data: Schemas['MatchSearchResult'] | undefined
    error: unknown
    isFetching: boolean
    refetch: () => unknown
  }
  onChoose: (candidate: MatchCandidate) => void
}

function Results({ kind, found, onChoose }: ResultsProps) {
  const { data, error, isFetching, refetch } = found
  if (isFetching) return <Loading />
  if (error !== null || !data) return <ErrorState error={error} retry={refetch} />
  const { candidates, works, problems, decision } = data
  return (
    <>
      {problems.map(({ provider, problem }) => (
        <p key={provider} className={styles.problem} role="status">
          {translate(problem)}
        </p>
      ))}
      {candidates.length === 0 && problems.length === 0 && (
        <EmptyState title={translate(decision.because)}>
          {kind === 'series'
            ? t('Try another spelling or the original title, or paste a link to the work')
            : t('Try the title of this edition or the volume number, or paste a link to the book')}
        </EmptyState>
      )}
      <ul className={styles.candidates} aria-label={t('Search results')}>
        {works.map((indexes) => (
          <FoundWork
            key={indexes[0]}
            found={indexes.map((index) => candidates[index]!)}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </>
  )
}

interface FoundWorkProps {
  /** Candidates for the same work, one for each provider, best match first. */
  found: readonly MatchCandidate[]
  onChoose: (candidate: MatchCandidate) => void
}

function FoundWork({ found: [best, ...others], onChoose }: FoundWorkProps) {
  if (!best) return null
  return (
    <Candidate candidate={best}>
      <Button small onClick={() => onChoose(best)}>
        {t('Choose')}
        <span className="hidden-words"> {best.title}</span>
      </Button>
      {others.map((one) => (
        <Button key={one.pluginId} small variant="plain" onClick={() => onChoose(one)}>
          {t('From {provider}', { provider: one.provider })}
          <span className="hidden-words"> {one.title}</span>
        </Button>
      ))}
    </Candidate>
  )
}
