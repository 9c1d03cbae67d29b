/** Changes made by a scan, with undo. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { Sheet } from '../../../../components/dialogs/dialog'
import { ScanCounts } from '../../../../components/feedback/scan-progress'
import { Select } from '../../../../components/controls/select'
import { ErrorState, Loading } from '../../../../components/feedback/states'
import { t } from '../../../../i18n/i18n'
import { formatMoment } from '../../../../i18n/date-time'
import { translateAll } from '../../../../i18n/server-messages'
import { fullBookTitle } from '../../../../labels/metadata-labels'
import { isScanRunning } from '../../../../state/live/use-scan'
import { Pager } from '../../../../components/grid/pager'
import styles from '../libraries.module.css'
import { formatChangeKind, formatChangeVerb, kinds } from './change-labels'
import { ScanUndo } from './scan-undo'

interface ScanChangesProps {
  libraryId: string
  scan: Schemas['Scan']
  /** Whether no later scan has changed anything. */
  mayUndo: boolean
  onBack: () => void
  onClose: () => void
}

const every = 'every'
type Kind = (typeof kinds)[number] | typeof every

export function ScanChanges({ libraryId, scan, mayUndo, onBack, onClose }: ScanChangesProps) {
  const [kind, setKind] = useState<Kind>(every)
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Scan details')}
      actions={<Button onClick={onBack}>{t('All scans')}</Button>}
    >
      <div className={styles.result}>
        {scan.completedAt && <p>{formatMoment(scan.completedAt)}</p>}
        {scan.messages.length > 0 && (
          <p className={styles.problem}>{translateAll(scan.messages)}</p>
        )}
        <ScanCounts scan={scan} />
        <ScanUndo libraryId={libraryId} scan={scan} canBegin={mayUndo && !isScanRunning(scan)} />
        <KindFilter value={kind} onChange={setKind} />
        <Changes key={kind} libraryId={libraryId} scanId={scan.id} kind={kind} />
      </div>
    </Sheet>
  )
}

interface ChangesProps {
  libraryId: string
  scanId: string
  kind: Kind
}

function Changes({ libraryId: id, scanId, kind }: ChangesProps) {
  const [page, setPage] = useState(1)
  const query = { page, pageSize: 50, ...(kind !== every && { kind }) }
  const changes = useQuery({
    ...apiQuery('/api/v1/libraries/{id}/scans/{scanId}/changes', {
      params: { path: { id, scanId }, query },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (changes.isError) return <ErrorState error={changes.error} retry={changes.refetch} />
  if (!changes.data) return <Loading />
  return (
    <>
      <List page={changes.data} />
      <Pager page={page} pages={changes.data.totalPages} onChange={setPage} />
    </>
  )
}

const KindFilter = ({ value, onChange }: { value: Kind; onChange: (value: Kind) => void }) => (
  <Select<Kind>
    label={t('Show')}
    choices={[
      { value: every, label: t('All changes') },
      ...kinds.map((each) => ({ value: each, label: formatChangeKind(each) })),
    ]}
    value={value}
    onChange={onChange}
  />
)

const List = ({ page: { data, total } }: { page: Schemas['PageOfScanChange'] }) => (
  <>
    {total === 0 && <p>{t('No changes of this type')}</p>}
    <ul className={styles.paths}>
      {data.map(({ id, kind, title, book, path, pathBefore, undone }) => (
        <li key={id}>
          <strong>{book ? fullBookTitle(book) : title}</strong> {formatChangeVerb(kind)}
          {undone === 'done' && <em> {t('(undone)')}</em>}
          {undone === 'skipped' && <em> {t('(couldn’t be undone)')}</em>}
          {pathBefore && <s>{pathBefore}</s>}
          <span>{path}</span>
        </li>
      ))}
    </ul>
  </>
)
