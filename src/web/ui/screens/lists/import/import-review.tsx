/** The entries in a file, with the books found for them and the user's decisions. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/controls/button'
import { EmptyState } from '../../../components/feedback/states'
import { listsPath } from '../../../components/lists/list-requests'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { ChooseBook } from './choose-book'
import { ImportEntryRow } from './entry-row'
import {
  buildChoices,
  type Decision,
  type Decisions,
  formatCandidate,
  getBookId,
  importList,
  type Review,
  type ReviewEntry,
  type Target,
} from './import-requests'
import { ImportTarget } from './import-target'
import styles from './import.module.css'

interface ImportReviewProps {
  file: File
  review: Review
  onOtherFile: () => void
}

type Filter = 'all' | ReviewEntry['status']

const shownAtOnce = 100

export function ListImportReview({ file, review, onOtherFile }: ImportReviewProps) {
  const [decisions, setDecisions] = useState<Decisions>({})
  const [filter, setFilter] = useState<Filter>('all')
  const shown = review.entries.filter(({ status }) => filter === 'all' || status === filter)
  return (
    <>
      <Target review={review} file={file} decisions={decisions} onOtherFile={onOtherFile} />
      <Filters review={review} filter={filter} onFilter={setFilter} />
      {filter === 'likely' && shown.length > 0 && (
        <Button small onClick={() => setDecisions(acceptAll(shown, decisions))}>
          {t('Use the first suggestion for all')}
        </Button>
      )}
      {shown.length === 0 && <EmptyState title={t('No entries of this type')} />}
      <Entries key={filter} entries={shown} decisions={decisions} onDecisions={setDecisions} />
    </>
  )
}

interface EntriesProps {
  entries: readonly ReviewEntry[]
  decisions: Decisions
  onDecisions: (change: (decisions: Decisions) => Decisions) => void
}

function Entries({ entries, decisions, onDecisions }: EntriesProps) {
  const [count, setCount] = useState(shownAtOnce)
  const [choosing, setChoosing] = useState<ReviewEntry>()
  const decide = (index: number, decision: Decision | undefined) =>
    onDecisions(({ [index]: _, ...others }) =>
      decision === undefined ? others : { ...others, [index]: decision },
    )
  return (
    <>
      <ol role="list" className={styles.entries} aria-label={t('Entries')}>
        {entries.slice(0, count).map((entry) => (
          <ImportEntryRow
            key={entry.index}
            entry={entry}
            decision={decisions[entry.index]}
            onDecide={(decision) => decide(entry.index, decision)}
            onChoose={() => setChoosing(entry)}
          />
        ))}
      </ol>
      {entries.length > count && (
        <Button onClick={() => setCount(count + shownAtOnce)}>{t('Show more')}</Button>
      )}
      {choosing && (
        <ChooseBook
          entry={choosing}
          mayKeep
          onClose={() => setChoosing(undefined)}
          onChoose={(decision) => {
            decide(choosing.index, decision)
            setChoosing(undefined)
          }}
        />
      )}
    </>
  )
}

/** Accepts the first suggestion for each entry, but keeps earlier decisions. */
function acceptAll(entries: readonly ReviewEntry[], decisions: Decisions): Decisions {
  const accepted = entries.flatMap(({ index, candidates: [first] }) =>
    first ? [[index, { bookId: first.bookId, label: formatCandidate(first) }] as const] : [],
  )
  return { ...Object.fromEntries(accepted), ...decisions }
}

interface FiltersProps {
  review: Review
  filter: Filter
  onFilter: (filter: Filter) => void
}

function Filters({ review, filter, onFilter }: FiltersProps) {
  const { entries, exactCount, likelyCount, noneCount } = review
  const choices: { value: Filter; label: string }[] = [
    { value: 'all', label: t('All ({count})', { count: entries.length }) },
    { value: 'exact', label: t('Exact ({count})', { count: exactCount }) },
    { value: 'likely', label: t('Likely ({count})', { count: likelyCount }) },
    { value: 'none', label: t('Not found ({count})', { count: noneCount }) },
  ]
  return (
    <div role="group" aria-label={t('Show entries')} className={styles.filters}>
      {choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={filter === value}
          onClick={() => onFilter(value)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

interface TargetProps extends ImportReviewProps {
  decisions: Decisions
}

function Target({ file, review, decisions, onOtherFile }: TargetProps) {
  const navigate = useNavigate()
  const save = useChange({
    act: (target: Target) => importList(file, buildChoices(review, decisions), target),
    done: ({ missingCount }) =>
      missingCount === 0
        ? t('Reading list imported')
        : t(
            '{count, plural, one {Reading list imported with # missing entry} other {Reading list imported with # missing entries}}',
            { count: missingCount },
          ),
    stale: [listsPath('readlist')],
    onDone: ({ list: { id } }) => void navigate({ to: '/reading-lists/$id', params: { id } }),
    once: true,
  })
  const kept = review.entries.filter(({ index }) => decisions[index] !== 'skipped')
  const count = kept.filter((entry) => getBookId(entry, decisions)).length
  return (
    <ImportTarget
      name={review.name}
      bookCount={count}
      entryCount={kept.length}
      busy={save.isPending}
      onSave={save.mutate}
      onOtherFile={onOtherFile}
    />
  )
}
