/**
 * Lets the user decide about the series and books of a run, one after another. Keys: 1–9 choose a
 * candidate, 0 rejects all of them, S skips the item for now.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { useMutation } from '../../../api/mutation'
import { apiQuery, refreshWorks } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { Dialog } from '../../../components/dialogs/dialog'
import { EmptyState, ErrorState, Loading } from '../../../components/feedback/states'
import { toast } from '../../../components/feedback/toast'
import { CheckIcon } from '../../../components/icons'
import { Candidate } from '../../../components/matching/candidate'
import styles from '../../../components/matching/matching.module.css'
import { t } from '../../../i18n/i18n'
import { isSwitchedOff } from '../../../state/browser/single-keys'
import { translate } from '../../../i18n/server-messages'

type Item = Schemas['MatchRunItem']
type MatchCandidate = Schemas['MatchCandidate']

export function ReviewDialog({
  run: { id },
  onClose,
}: {
  run: Schemas['MatchRun']
  onClose: () => void
}) {
  const params = { path: { id }, query: { state: 'review' as const, pageSize: 100 } }
  const items = useQuery({
    ...apiQuery('/api/v1/metadata-runs/{id}/items', { params }),
    staleTime: 0,
    gcTime: 0,
  })
  const [done, setDone] = useState(0)
  const item = items.data?.data[done]
  const next = () => setDone((count) => count + 1)
  const title = item ? formatTitle(item) : t('Review')
  return (
    <Dialog open wide onClose={onClose} title={title}>
      {items.isPending && <Loading />}
      {items.error !== null && <ErrorState error={items.error} retry={() => items.refetch()} />}
      {item && <Decision key={item.bookId ?? item.seriesId} runId={id} item={item} onDone={next} />}
      {items.data && !item && <EmptyState icon={CheckIcon} title={t('Nothing left to review')} />}
    </Dialog>
  )
}

/** Adds the series title, because the title of a book is often just a number. */
const formatTitle = ({ bookId, title, seriesTitle }: Item) =>
  bookId === null || title === seriesTitle ? title : `${seriesTitle} – ${title}`

interface DecisionProps {
  runId: string
  item: Item
  onDone: () => void
}

function Decision({ runId, item, onDone }: DecisionProps) {
  const choose = useChoice({ runId, item, onDone })
  useReviewKeys({
    choose: (index) => {
      const candidate = item.candidates[index]
      if (candidate) choose.mutate(candidate)
    },
    refuse: () => choose.mutate(null),
    skip: onDone,
  })
  return (
    <>
      {item.because && <p className={styles.problem}>{translate(item.because)}</p>}
      <ul className={styles.candidates} aria-label={t('Candidates')}>
        {item.candidates.map((candidate, index) => (
          <Candidate key={`${candidate.pluginId} ${candidate.externalId}`} candidate={candidate}>
            <Button small busy={choose.isPending} onClick={() => choose.mutate(candidate)}>
              <kbd aria-hidden="true">{index + 1}</kbd>
              {t('Choose')}
              <span className="hidden-words"> {candidate.title}</span>
            </Button>
          </Candidate>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button busy={choose.isPending} onClick={() => choose.mutate(null)}>
          <kbd aria-hidden="true">0</kbd>
          {t('None of these')}
        </Button>
        <Button onClick={onDone}>
          <kbd aria-hidden="true">S</kbd>
          {t('Decide later')}
        </Button>
      </div>
    </>
  )
}

/** `null` rejects all candidates, which are then never offered for this item again. */
function useChoice({ runId, item, onDone }: DecisionProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (candidate: MatchCandidate | null) => {
      const params = { path: { id: runId, itemId: item.bookId ?? item.seriesId } }
      const body = candidate
        ? { choice: { pluginId: candidate.pluginId, externalId: candidate.externalId } }
        : { choice: null, exclude: true }
      return readResponse(
        api.POST('/api/v1/metadata-runs/{id}/items/{itemId}/choose', { params, body }),
      )
    },
    once: true,
    onSuccess: () => {
      void refreshWorks(queries)
      void queries.invalidateQueries({ queryKey: ['/api/v1/metadata-runs'] })
      onDone()
    },
    onError: (error) => toast(formatError(error)),
  })
}

interface ReviewKeys {
  choose: (index: number) => void
  refuse: () => void
  skip: () => void
}

function useReviewKeys({ choose, refuse, skip }: ReviewKeys) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isSwitchedOff(event) || event.ctrlKey || event.metaKey || event.altKey || event.repeat) {
        return
      }
      if (event.key === '0') refuse()
      else if (/^[1-9]$/.test(event.key)) choose(Number(event.key) - 1)
      else if (event.key.toLowerCase() === 's') skip()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
