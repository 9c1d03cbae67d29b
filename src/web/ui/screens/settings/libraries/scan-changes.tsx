/** What the newest scan did, and its way back. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, type Schemas } from '../../../api/client'
import { ask } from '../../../api/query'
import { Button } from '../../../components/button'
import { Sheet } from '../../../components/dialog'
import { ScanCounts } from '../../../components/scan-progress'
import { ErrorState, Loading } from '../../../components/states'
import { t } from '../../../i18n/i18n'
import { formatMoment } from '../../../i18n/moments'
import { isRunning } from '../../../state/scan'
import { Confirm } from '../confirm'
import { useChange } from '../use-change'
import styles from './libraries.module.css'
import { kindWord } from './kind-words'

interface ScanChangesProps {
  libraryId: string
  scan: Schemas['Scan'] | undefined
  onClose: () => void
}

export function ScanChanges({ libraryId, scan, onClose }: ScanChangesProps) {
  if (!scan) {
    return (
      <Sheet open onClose={onClose} title={t('What the last scan did')}>
        <p>{t('This library was never scanned.')}</p>
      </Sheet>
    )
  }
  return <Changes libraryId={libraryId} scan={scan} onClose={onClose} />
}

const shown = 100

function Changes({ libraryId: id, scan, onClose }: ScanChangesProps & { scan: Schemas['Scan'] }) {
  const [isAsked, setAsked] = useState(false)
  const path = { id, scanId: scan.id }
  const changes = useQuery({
    ...ask('/api/v1/libraries/{id}/scans/{scanId}/changes', {
      params: { path, query: { page: 1, pageSize: shown } },
    }),
    staleTime: 0,
  })
  const undo = useChange({
    act: () =>
      answerOf(api.POST('/api/v1/libraries/{id}/scans/{scanId}/undo', { params: { path } })),
    done: t('The scan is being undone'),
    stale: ['/api/v1/libraries'],
    onDone: onClose,
  })
  const total = changes.data?.total ?? 0
  const actions = total > 0 && !isRunning(scan) && (
    <Button onClick={() => setAsked(true)}>{t('Undo this scan…')}</Button>
  )
  return (
    <Sheet open onClose={onClose} title={t('What the last scan did')} actions={actions}>
      <div className={styles.result}>
        {scan.completedAt && <p>{formatMoment(scan.completedAt)}</p>}
        {scan.message && <p className={styles.problem}>{scan.message}</p>}
        <ScanCounts scan={scan} />
        {changes.isError && <ErrorState error={changes.error} retry={changes.refetch} />}
        {changes.isPending && <Loading />}
        {changes.data && <List page={changes.data} />}
      </div>
      {isAsked && (
        <Confirm
          title={t('Undo this scan?')}
          action={t('Undo')}
          busy={undo.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => undo.mutate()}
        >
          <p>
            {t(
              'New books go into the trash and their files are passed over from then on. Books that it missed are back, those that it moved are where they were. What people wrote and read is not touched.',
            )}
          </p>
        </Confirm>
      )}
    </Sheet>
  )
}

const List = ({ page: { data, total } }: { page: Schemas['PageOfScanChange'] }) => (
  <>
    {total === 0 && <p>{t('It changed nothing.')}</p>}
    <ul className={styles.paths}>
      {data.map(({ id, kind, title, path, pathBefore }) => (
        <li key={id}>
          <strong>{title}</strong> {kindWord(kind)}
          {pathBefore && <s>{pathBefore}</s>}
          <span>{path}</span>
        </li>
      ))}
    </ul>
    {total > data.length && <p>{t('… and {count} more', { count: total - data.length })}</p>}
  </>
)
