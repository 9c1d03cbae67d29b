/** Undo for a scan: confirmation, progress and result. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { t } from '../../../../i18n/i18n'
import { formatMoment } from '../../../../i18n/date-time'
import { translate } from '../../../../i18n/server-messages'
import { Confirm } from '../../shared/confirm'
import { useChange } from '../../../../components/use-change'
import styles from '../libraries.module.css'

interface ScanUndoProps {
  libraryId: string
  scan: Schemas['Scan']
  canBegin: boolean
}

type Undo = Schemas['ScanUndoState']
const lookMs = 1_000
const isOver = (undo: Undo | undefined) => undo?.status === 'completed' || undo?.status === 'failed'

export function ScanUndo({ libraryId: id, scan, canBegin }: ScanUndoProps) {
  const [isAsked, setAsked] = useState(false)
  const path = { id, scanId: scan.id }
  const question = apiQuery('/api/v1/libraries/{id}/scans/{scanId}/undo', { params: { path } })
  const queries = useQueryClient()
  const begin = useChange({
    act: () =>
      readResponse(api.POST('/api/v1/libraries/{id}/scans/{scanId}/undo', { params: { path } })),
    onDone: (begun) => {
      queries.setQueryData(question.queryKey, begun)
      setAsked(false)
    },
  })
  const undo = useQuery({
    ...question,
    enabled: scan.undo !== null || begin.isSuccess,
    staleTime: 0,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : lookMs),
  })
  useStaleAfter(undo.data)
  const canAsk = canBegin && (!undo.data || undo.data.status === 'failed')
  return (
    <>
      {undo.data && <Progress undo={undo.data} />}
      {canAsk && (
        <div>
          <Button small onClick={() => setAsked(true)}>
            {t('Undo this scan…')}
          </Button>
        </div>
      )}
      {isAsked && (
        <Confirm
          title={t('Undo this scan?')}
          action={t('Undo')}
          busy={begin.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => begin.mutate()}
        >
          <p>
            {t(
              'New books are moved to the trash and their files ignored from now on. Missing books are restored, and moved books return to where they were. Edits and reading progress are kept.',
            )}
          </p>
        </Confirm>
      )}
    </>
  )
}

/** Refetches all data when the undo has ended. */
function useStaleAfter(undo: Undo | undefined) {
  const queries = useQueryClient()
  const status = undo?.status
  const [known, setKnown] = useState(status)
  useEffect(() => {
    if (status === known) return
    setKnown(status)
    if (known !== undefined && (status === 'completed' || status === 'failed')) {
      void queries.invalidateQueries()
    }
  }, [status, known, queries])
}

function Progress({ undo }: { undo: Undo }) {
  const { total, done, skipped, message, completedAt } = undo
  return (
    <div role="status" className={styles.undo}>
      {isOver(undo) ? (
        <strong>{formatUndoResult(undo)}</strong>
      ) : (
        <>
          <strong>{t('Undoing: {done} of {total}', { done, total })}</strong>
          <progress aria-label={t('Undo')} value={done + skipped} max={Math.max(1, total)} />
        </>
      )}
      {completedAt && <span>{formatMoment(completedAt)}</span>}
      {skipped > 0 && (
        <span>
          {t(
            '{skipped, plural, one {# change couldn’t be undone} other {# changes couldn’t be undone}}',
            { skipped },
          )}
        </span>
      )}
      {message && <span>{translate(message)}</span>}
    </div>
  )
}

const formatUndoResult = ({ status, done }: Undo) =>
  status === 'failed'
    ? t('Undo failed')
    : t('{done, plural, one {# change} other {# changes}} undone', { done })
