/** A matching or refresh run: progress, result, and the series and books waiting for a decision. */
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { withId } from '../../../components/use-action'
import { formatAgo } from '../../../i18n/date-time'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { Entry } from '../shared/settings-section'
import { useChange } from '../../../components/use-change'
import styles from '../settings.module.css'
import { ReviewDialog } from './review-dialog'

type Run = Schemas['MatchRun']

const stale = ['/api/v1/metadata-runs', '/api/v1/series', '/api/v1/books']

export function RunEntry({ run, name }: { run: Run; name: string }) {
  const [isReviewing, setReviewing] = useState(false)
  const { counts, bookCounts, problem, state } = run
  return (
    <Entry
      title={name}
      facts={[
        ...(run.isRefresh ? [t('Refresh')] : []),
        formatState(run),
        formatAgo(run.createdAt),
      ].join(' · ')}
      actions={
        <>
          {counts.review + bookCounts.review > 0 && !run.undoRequestedAt && (
            <Button small variant="primary" onClick={() => setReviewing(true)}>
              {formatReview(run)}
            </Button>
          )}
          <RunActions run={run} />
        </>
      }
    >
      <div>{run.isRefresh ? formatRefreshCounts(run) : formatCounts(counts)}</div>
      {sum(bookCounts) > 0 && (
        <div>{t('Books: {counts}', { counts: formatCounts(bookCounts) })}</div>
      )}
      {problem && <div className={styles.warned}>{translate(problem)}</div>}
      {state === 'running' && !run.isRefresh && <Progress run={run} name={name} />}
      {isReviewing && <ReviewDialog run={run} onClose={() => setReviewing(false)} />}
    </Entry>
  )
}

function formatReview({ counts, bookCounts }: Run): string {
  const [seriesCount, bookCount] = [counts.review, bookCounts.review]
  if (bookCount === 0) {
    return t('Review {count, plural, one {# series} other {# series}}', { count: seriesCount })
  }
  if (seriesCount === 0) {
    return t('Review {count, plural, one {# book} other {# books}}', { count: bookCount })
  }
  return t(
    'Review {seriesCount, plural, one {# series} other {# series}} and {bookCount, plural, one {# book} other {# books}}',
    { seriesCount, bookCount },
  )
}

type Counts = Run['counts']

const sum = (counts: Counts) => Object.values(counts).reduce((total, one) => total + one, 0)

function Progress({ run: { counts, bookCounts }, name }: { run: Run; name: string }) {
  const total = sum(counts) + sum(bookCounts)
  return (
    <progress
      max={total}
      value={total - counts.waiting - bookCounts.waiting}
      aria-label={t('Matching {name}', { name })}
    />
  )
}

function formatState({ state, undoRequestedAt, undoneAt }: Run): string {
  if (undoRequestedAt && !undoneAt) return t('Undoing')
  if (undoneAt) return t('Undone')
  const labels = {
    running: t('Running'),
    completed: t('Completed'),
    canceled: t('Canceled'),
    failed: t('Failed'),
  }
  return labels[state]
}

const formatRefreshCounts = ({ counts: { applied, failed } }: Run): string =>
  [
    t('{count} changed', { count: applied }),
    ...(failed > 0 ? [t('{count} failed', { count: failed })] : []),
  ].join(' · ')

function formatCounts({ applied, review, none, skipped, failed, waiting }: Counts): string {
  return [
    t('{count} matched', { count: applied }),
    ...(review > 0 ? [t('{count} to review', { count: review })] : []),
    ...(none > 0 ? [t('{count} not found', { count: none })] : []),
    ...(skipped > 0 ? [t('{count} skipped', { count: skipped })] : []),
    ...(failed > 0 ? [t('{count} failed', { count: failed })] : []),
    ...(waiting > 0 ? [t('{count} left', { count: waiting })] : []),
  ].join(' · ')
}

function RunActions({ run: { id, state, counts, bookCounts, undoRequestedAt } }: { run: Run }) {
  const cancel = useChange({
    act: () => readResponse(api.POST('/api/v1/metadata-runs/{id}/cancel', withId(id))),
    stale,
    once: true,
  })
  const resume = useChange({
    act: () => readResponse(api.POST('/api/v1/metadata-runs/{id}/resume', withId(id))),
    stale,
    once: true,
  })
  const undo = useChange({
    act: () => readResponse(api.POST('/api/v1/metadata-runs/{id}/undo', withId(id))),
    done: t('Undoing the changes in the background'),
    stale,
    once: true,
  })
  if (state === 'running') {
    return (
      <Button small busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('Stop')}
      </Button>
    )
  }
  if (undoRequestedAt) return null
  return (
    <>
      {countLeft(counts) + countLeft(bookCounts) > 0 && (
        <Button small busy={resume.isPending} onClick={() => resume.mutate()}>
          {t('Continue')}
        </Button>
      )}
      {counts.applied + bookCounts.applied > 0 && (
        <Button small busy={undo.isPending} onClick={() => undo.mutate()}>
          {t('Undo')}
        </Button>
      )}
    </>
  )
}

const countLeft = ({ waiting, failed }: Counts) => waiting + failed
