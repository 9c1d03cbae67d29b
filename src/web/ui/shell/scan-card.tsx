/** The progress of a running scan, shown in the sidebar. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { apiQuery } from '../api/query'
import { formatNumber, formatPercent, t } from '../i18n/i18n'
import { onServerEvent } from '../state/live/server-events'
import { usePermission } from '../state/session/session'
import type { ServerEvent } from '../state/live/event-paths'
import styles from './shell.module.css'

interface Progress {
  libraryId: string
  done: number
  total: number
}

export function ScanCard() {
  const scan = useRunningScan()
  const libraries = useQuery(apiQuery('/api/v1/libraries')).data
  const mayManage = usePermission('libraries:write')
  const library = libraries?.find(({ id }) => id === scan?.libraryId)
  if (!scan || !library) return null
  const { done, total } = scan
  const content = (
    <>
      <span className={styles.scanning}>
        <b>{t('Scanning {name}', { name: library.name })}</b>
        {total > 0 && <span>{formatPercent(done / total)}</span>}
      </span>
      <progress aria-label={t('Scan')} {...(total > 0 && { value: done, max: total })} />
      {total > 0 && (
        <small>
          {t('{done} of {total} files', { done: formatNumber(done), total: formatNumber(total) })}
        </small>
      )}
    </>
  )
  if (!mayManage) return <div className={styles.scan}>{content}</div>
  return (
    <Link to="/settings/$section" params={{ section: 'libraries' }} className={styles.scan}>
      {content}
    </Link>
  )
}

/** Returns the progress of a running scan from its events, which arrive continuously. */
function useRunningScan(): Progress | undefined {
  const [running, setRunning] = useState<ReadonlyMap<string, Progress>>(new Map())
  useEffect(() => onServerEvent((happening) => setRunning((known) => latest(known, happening))), [])
  return running.values().next().value
}

function latest(known: ReadonlyMap<string, Progress>, happening: ServerEvent) {
  if (happening.type !== 'scan_progress') return known
  const { scanId, libraryId, status, phase, filesProcessed, filesTotal } = happening
  const next = new Map(known)
  // Before individual files are scanned, the count does not indicate progress.
  const isCounted = phase === 'analyze'
  if (status === 'running' || status === 'pending') {
    next.set(String(scanId), {
      libraryId: String(libraryId),
      done: isCounted ? Number(filesProcessed) : 0,
      total: isCounted ? Number(filesTotal) : 0,
    })
  } else next.delete(String(scanId))
  return next
}
