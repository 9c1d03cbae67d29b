/** Existing, read and missing numbers in a series, its latest releases, and release tracking. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Switch } from '../../../components/controls/switch'
import { Card, Note } from '../../../components/card/card'
import { Loading } from '../../../components/feedback/states'
import { type Fact, Facts } from '../../../components/details/facts'
import { withId } from '../../../components/use-action'
import { formatNumber, t } from '../../../i18n/i18n'
import { usePermission } from '../../../state/session/session'
import { useMissingNumbers } from './missing-numbers'
import { useReleaseTracking } from './use-release-tracking'
import { NumberMap } from './number-map'
import { findNextNumber } from './numbers'
import { LatestReleases } from './latest-releases'
import styles from './tracking-settings.module.css'

const TrackingSettings = lazy(async () => ({
  default: (await import('./tracking-settings')).TrackingSettings,
}))

type Series = Schemas['Series']

export function Releases({ series }: { series: Series }) {
  const missing = useMissingNumbers(series)
  const { data } = useQuery(apiQuery('/api/v1/series/{id}/numbers', withId(series.id)))
  const facts = buildFacts(series, data)
  return (
    <Card title={t('Releases')}>
      {data && data.volumes.length > 0 && <NumberMap kind="volume" spans={data.volumes} />}
      {data && data.chapters.length > 0 && <NumberMap kind="chapter" spans={data.chapters} />}
      {data?.isWhole === false && <Note>{t('Not all numbers are shown')}</Note>}
      <p>{missing ?? t('No known gaps')}</p>
      {facts.length > 0 && <Facts facts={facts} />}
      <LatestReleases id={series.id} />
      <Follow series={series} />
    </Card>
  )
}

function buildFacts({ metadata }: Series, numbers: Schemas['SeriesNumbers'] | undefined): Fact[] {
  const { totalVolumeCount, totalChapterCount, status } = metadata
  const volume = findNextNumber(numbers?.volumes ?? [], status)
  const chapter = findNextNumber(numbers?.chapters ?? [], status)
  const next = [
    volume && t('Vol. {volume}', { volume: formatNumber(volume) }),
    chapter && t('Ch. {chapter}', { chapter: formatNumber(chapter) }),
  ].filter(Boolean)
  return [
    ...fact(t('Total volumes'), totalVolumeCount && formatNumber(totalVolumeCount)),
    ...fact(t('Total chapters'), totalChapterCount && formatNumber(totalChapterCount)),
    ...fact(t('Coming next'), next.join(' · ')),
  ]
}

const fact = (name: string, value: string | number | null): Fact[] => (value ? [[name, value]] : [])

function Follow({ series }: { series: Series }) {
  const { tracked } = series
  const follow = useReleaseTracking(series)
  if (usePermission('series:write')) {
    return (
      <>
        <Switch
          label={t('Track releases')}
          hint={t(
            'Shows how many released volumes and chapters you don’t have, and announces new ones',
          )}
          checked={tracked}
          onChange={follow}
        />
        {tracked && <MoreSettings id={series.id} />}
      </>
    )
  }
  return <Note>{tracked ? t('Tracking new releases') : t('Not tracking new releases')}</Note>
}

/** Tracking settings, which are requested only when they are opened. */
function MoreSettings({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('Languages, groups and other titles')}</summary>
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <TrackingSettings id={id} />
        </Suspense>
      )}
    </details>
  )
}
