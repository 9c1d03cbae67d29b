/** Shows the first scan live, with links to the next steps and new covers. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../api/query'
import { buttonClass } from '../../components/controls/button'
import { announce } from '../../components/feedback/live-region'
import { ScanCounts, ScanProgress } from '../../components/feedback/scan-progress'
import { SeriesCover } from '../../components/covers/series-cover'
import { Skeleton } from '../../components/feedback/states'
import { t } from '../../i18n/i18n'
import { translateAll } from '../../i18n/server-messages'
import { usePermission } from '../../state/session/session'
import { isScanRunning, useScan } from '../../state/live/use-scan'
import styles from './add-library.module.css'

const shownCovers = 24
const lookMs = 1_500

export function FirstScan({ libraryId }: { libraryId: string }) {
  const scan = useScan(libraryId)
  const isOver = scan !== undefined && !isScanRunning(scan)
  const outcome = scan?.status === 'completed' ? t('Scan complete') : t('Scan stopped')
  useEffect(() => {
    if (isOver) announce(outcome)
  }, [isOver, outcome])
  return (
    <>
      <section className={styles.scan} aria-label={t('First scan')}>
        {!scan && <Skeleton lines={2} />}
        {scan && !isOver && <ScanProgress scan={scan} isFirst />}
        {scan && isOver && (
          <>
            <h2>{outcome}</h2>
            {scan.messages.length > 0 && <p>{translateAll(scan.messages)}</p>}
            <ScanCounts scan={scan} />
          </>
        )}
        {scan && <NextSteps libraryId={libraryId} isOver={isOver} />}
      </section>
      <Covers libraryId={libraryId} isOver={isOver} />
    </>
  )
}

/** Shown above the covers, so that the links are visible without scrolling. */
function NextSteps({ libraryId, isOver }: { libraryId: string; isOver: boolean }) {
  const mayMoveIn = usePermission('system:admin')
  return (
    <div className={styles.foot}>
      {!isOver && (
        <p className={styles.lead}>
          {t(
            'The scan continues in the background. You can read each book as soon as it is found.',
          )}
        </p>
      )}
      {mayMoveIn && (
        <Link
          to="/settings/$section"
          params={{ section: 'move-in' }}
          className={buttonClass('quiet')}
        >
          {t('Coming from another server?')}
        </Link>
      )}
      <Link to="/add-library" search={{}} className={buttonClass('quiet')}>
        {t('Add another library')}
      </Link>
      <Link to="/" className={buttonClass('plain')}>
        {t('Go to Home')}
      </Link>
      <Link to="/library" search={{ library: libraryId }} className={buttonClass('primary')}>
        {t('Open library')}
      </Link>
    </div>
  )
}

function Covers({ libraryId, isOver }: { libraryId: string; isOver: boolean }) {
  const series = useQuery({
    ...apiQuery('/api/v1/libraries/{id}/series/recently-added', {
      params: { path: { id: libraryId }, query: { limit: shownCovers } },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: isOver ? false : lookMs,
  })
  const asked = series.dataUpdatedAt
  const { refetch } = series
  // Data loaded before the scan ended may lack its last results.
  const [endedAt, setEnded] = useState<number>()
  useEffect(() => {
    if (!isOver) return
    setEnded(Date.now())
    void refetch()
  }, [isOver, refetch])
  if (!series.data || series.data.length === 0) {
    return endedAt !== undefined && asked > endedAt ? (
      <p className={styles.lead}>{t('No comics or books found in this folder')}</p>
    ) : null
  }
  return (
    <ul className={styles.covers} aria-label={t('Recently found')}>
      {series.data.map((each) => (
        <li key={each.id}>
          <SeriesCover series={each} />
        </li>
      ))}
    </ul>
  )
}
