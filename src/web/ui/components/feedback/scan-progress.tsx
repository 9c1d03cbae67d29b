/** Scan progress: phase, progress bar, files and results. */
import type { Schemas } from '../../api/client'
import { formatNumber, t } from '../../i18n/i18n'
import styles from './scan-progress.module.css'

type Scan = Schemas['Scan']

interface ScanProgressProps {
  scan: Scan
  /**
   * Whether this is the library's first scan. All files are new then, so the count of new files is
   * hidden while the progress shows the same number.
   */
  isFirst?: boolean
}

export function ScanProgress({ scan, isFirst = false }: ScanProgressProps) {
  const { filesProcessed: done, filesTotal: total } = scan
  const isCounted = scan.phase === 'analyze' && total > 0
  return (
    <div className={styles.progress}>
      <div className={styles.head}>
        <strong>{formatPhase(scan)}</strong>
        <span>
          {isCounted
            ? t('{done} of {total} files', { done: formatNumber(done), total: formatNumber(total) })
            : total > 0 && t('{total, plural, one {# file} other {# files}}', { total })}
        </span>
        <span className={styles.left}>{isCounted && formatRemaining(scan)}</span>
      </div>
      <progress
        className={styles.line}
        aria-label={t('Scan')}
        {...(isCounted && { value: done, max: total })}
      />
      {scan.currentPath && (
        <code className={styles.path} title={scan.currentPath}>
          {scan.currentPath}
        </code>
      )}
      <ScanCounts scan={isFirst && isCounted ? { ...scan, added: 0 } : scan} />
    </div>
  )
}

/** The scan results so far. Renders nothing if there are none. */
export function ScanCounts({ scan }: { scan: Scan }) {
  const { added, changed, moved, missing, findings } = scan
  const counts = [
    added > 0 && t('{added, plural, one {# new} other {# new}}', { added }),
    changed > 0 && t('{changed, plural, one {# changed} other {# changed}}', { changed }),
    moved > 0 && t('{moved, plural, one {# moved} other {# moved}}', { moved }),
    missing > 0 && t('{missing, plural, one {# missing} other {# missing}}', { missing }),
  ].filter((words) => words !== false)
  if (counts.length === 0 && findings === 0) return null
  return (
    <div className={styles.counts}>
      {counts.map((words) => (
        <span key={words}>{words}</span>
      ))}
      {findings > 0 && (
        <span className={styles.warn}>
          {t('{findings, plural, one {# problem} other {# problems}}', { findings })}
        </span>
      )}
    </div>
  )
}

function formatPhase({ status, phase }: Scan): string {
  if (status === 'pending') return t('Queued')
  switch (phase) {
    case 'walk':
      return t('Scanning folders')
    case 'compare':
      return t('Checking for changes')
    case 'analyze':
      return t('Reading files')
    default:
      return t('Finishing')
  }
}

/** Minimum fraction of processed files. An earlier estimate would be too inaccurate. */
const guessFrom = 0.05

function formatRemaining({ startedAt, filesProcessed, filesTotal }: Scan): string | null {
  if (!startedAt || filesProcessed < filesTotal * guessFrom) return null
  const spent = (Date.now() - new Date(startedAt).getTime()) / 60_000
  const minutes = Math.ceil((spent / filesProcessed) * (filesTotal - filesProcessed))
  if (minutes <= 1) return t('less than a minute left')
  return t('{minutes, plural, one {# minute left} other {# minutes left}}', { minutes })
}
