/** A matching run: progress, result, and the series that wait for a decision. */
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
  const { counts, problem, state } = run
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
          {counts.review > 0 && !run.undoRequestedAt && (
            <Button small variant="primary" onClick={() => setReviewing(true)}>
              {t('Review {count, plural, one {# series} other {# series}}', {
                count: counts.review,
              })}
            </Button>
          )}
          <RunActions run={run} />
        </>
      }
    >
      <div>{run.isRefresh ? formatRefreshCounts(run) : formatCounts(run)}</div>
      {problem && <div className={styles.warned}>{translate(problem)}</div>}
      {state === 'running' && !run.isRefresh && <Progress run={run} name={name} />}
      {isReviewing && <ReviewDialog run={run} onClose={() => setReviewing(false)} />}
    </Entry>
  )
}

const countAll = ({ counts }: Run) => Object.values(counts).reduce((sum, one) => sum + one, 0)

const Progress = ({ run, name }: { run: Run; name: string }) => (
  <progress
    max={countAll(run)}
    value={countAll(run) - run.counts.waiting}
    aria-label={t('Matching {name}', { name })}
  />
)

function formatState({ state, undoRequestedAt, undoneAt }: Run): string {
  if (undoRequestedAt && !undoneAt) return t('Undoing')
  if (undoneAt) return t('Undone')
  const labels = {
    running: t('Running'),
    completed: t('Completed'),
    canceled: t('Canceled'),
    failed: t('Stopped'),
  }
  return labels[state]
}

const formatRefreshCounts = ({ counts: { applied, failed } }: Run): string =>
  [
    t('{count} changed', { count: applied }),
    ...(failed > 0 ? [t('{count} failed', { count: failed })] : []),
  ].join(' · ')

function formatCounts({ counts }: Run): string {
  const { applied, review, none, skipped, failed, waiting } = counts
  return [
    t('{count} matched', { count: applied }),
    ...(review > 0 ? [t('{count} to review', { count: review })] : []),
    ...(none > 0 ? [t('{count} not found', { count: none })] : []),
    ...(skipped > 0 ? [t('{count} left out', { count: skipped })] : []),
    ...(failed > 0 ? [t('{count} failed', { count: failed })] : []),
    ...(waiting > 0 ? [t('{count} left', { count: waiting })] : []),
  ].join(' · ')
}

function RunActions({ run: { id, state, counts, undoRequestedAt } }: { run: Run }) {
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
      {counts.waiting + counts.failed > 0 && (
        <Button small busy={resume.isPending} onClick={() => resume.mutate()}>
          {t('Continue')}
        </Button>
      )}
      {counts.applied > 0 && (
        <Button small busy={undo.isPending} onClick={() => undo.mutate()}>
          {t('Undo')}
        </Button>
      )}
    </>
  )
}
