/** A library's scan history, with undo if no later scan has changed anything. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { Sheet } from '../../../../components/dialogs/dialog'
import { ScanCounts } from '../../../../components/feedback/scan-progress'
import { ErrorState, Loading } from '../../../../components/feedback/states'
import { t } from '../../../../i18n/i18n'
import { formatMoment } from '../../../../i18n/date-time'
import { translateAll } from '../../../../i18n/server-messages'
import { isScanRunning } from '../../../../state/live/use-scan'
import { Pager } from '../../../../components/grid/pager'
import { Entries, Entry } from '../../shared/settings-section'
import styles from '../libraries.module.css'
import { ScanChanges } from './scan-changes'
import { formatStatus, formatTrigger, formatUndo } from './scan-labels'
import { hasEffect, isUndoable } from './is-undoable'

type Scan = Schemas['Scan']
const lookMs = 1_500

export function ScanHistory({ libraryId, onClose }: { libraryId: string; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const [openedId, setOpened] = useState<string>()
  const scans = useQuery({
    ...apiQuery('/api/v1/libraries/{id}/scans', {
      params: { path: { id: libraryId }, query: { page, pageSize: 20 } },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isScanRunning) ? lookMs : false),
  })
  const all = scans.data?.data ?? []
  const opened = all.find(({ id }) => id === openedId)
  if (opened) {
    const mayUndo = page === 1 && isUndoable(all, opened.id)
    const back = () => setOpened(undefined)
    return (
      <ScanChanges
        libraryId={libraryId}
        mayUndo={mayUndo}
        onClose={onClose}
        scan={opened}
        onBack={back}
      />
    )
  }
  return (
    <Sheet open onClose={onClose} title={t('Scan history')}>
      {scans.isError && <ErrorState error={scans.error} retry={scans.refetch} />}
      {scans.isPending && <Loading />}
      {scans.data?.total === 0 && <p>{t('This library has never been scanned')}</p>}
      <Entries label={t('Scan history')}>
        {all.map((scan) => (
          <ScanEntry key={scan.id} scan={scan} onOpen={() => setOpened(scan.id)} />
        ))}
      </Entries>
      <Pager page={page} pages={scans.data?.totalPages ?? 1} onChange={setPage} />
    </Sheet>
  )
}

function ScanEntry({ scan, onOpen }: { scan: Scan; onOpen: () => void }) {
  const when = scan.completedAt ?? scan.startedAt
  const facts = [formatTrigger(scan), formatStatus(scan.status), ...formatUndo(scan.undo)]
  return (
    <Entry
      title={when ? formatMoment(when) : t('Queued')}
      facts={facts.join(' · ')}
      actions={
        <Button small onClick={onOpen}>
          {t('Show details')}
        </Button>
      }
    >
      {scan.messages.length > 0 && <p className={styles.problem}>{translateAll(scan.messages)}</p>}
      {hasEffect(scan) || scan.findings > 0 ? (
        <ScanCounts scan={scan} />
      ) : (
        <span className={styles.quiet}>{t('No changes')}</span>
      )}
    </Entry>
  )
}
