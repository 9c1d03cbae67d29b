import type { Schemas } from '../../../../api/client'
import { formatBytes } from '../../../../i18n/bytes'
import { formatNumber, formatPercent, t } from '../../../../i18n/i18n'
import { formatAgo, formatDuration } from '../../../../i18n/date-time'
import { FactList } from '../../shared/fact-list'
import { SettingsCard } from '../../shared/settings-section'

type Metrics = Schemas['Metrics']
type Fact = [string, string]

export const ServerFigures = ({ metrics }: { metrics: Metrics }) => (
  <SettingsCard title={t('Server')} hint={t('Since the last start, unless noted otherwise')}>
    <FactList facts={[...processFacts(metrics), ...answerFacts(metrics), ...storeFacts(metrics)]} />
  </SettingsCard>
)

function processFacts({ startedAt, process, uptimeSeconds }: Metrics): Fact[] {
  const { openFiles, maxOpenFiles } = process
  return [
    [t('Started'), formatAgo(startedAt)],
    [t('Memory'), formatBytes(process.anonymousBytes ?? process.residentBytes)],
    [t('CPU load'), formatPercent(process.cpuSeconds / Math.max(1, uptimeSeconds))],
    ...(openFiles === null || maxOpenFiles === null
      ? []
      : [[t('Open files'), t('{open} of {most}', numbers(openFiles, maxOpenFiles))] as Fact]),
  ]
}

const numbers = (open: number, most: number) => ({
  open: formatNumber(open),
  most: formatNumber(most),
})

const serverFault = 500

function answerFacts({ requests, caches, loginsRefused }: Metrics): Fact[] {
  const averageSeconds = requests.count > 0 ? requests.totalSeconds / requests.count : 0
  const failed = requests.byRoute
    .filter(({ status }) => status >= serverFault)
    .reduce((sum, { count }) => sum + count, 0)
  const hits = caches.reduce((sum, cache) => sum + cache.hits, 0)
  const lookups = hits + caches.reduce((sum, cache) => sum + cache.misses, 0)
  return [
    [t('Requests'), formatNumber(requests.count)],
    [t('Server errors'), formatNumber(failed)],
    [t('Average response time'), formatDuration(averageSeconds * 1_000)],
    ...(lookups === 0 ? [] : [[t('Cache hit rate'), formatPercent(hits / lookups)] as Fact]),
    [t('Failed sign-ins'), formatNumber(loginsRefused.wrong + loginsRefused.throttled)],
  ]
}

function storeFacts({ database, thumbnails, scans }: Metrics): Fact[] {
  const { stored, storedBytes, failed } = thumbnails
  const speed = scans.filesPerSecond
  return [
    [t('Database'), formatBytes(database.sizeBytes)],
    [t('Thumbnails'), `${formatNumber(stored)} · ${formatBytes(storedBytes)}`],
    [t('Books without a thumbnail'), formatNumber(failed)],
    ...(speed === null
      ? []
      : [
          [
            t('Scan speed (last 90 days)'),
            t('{count, plural, one {# file} other {# files}} per second', {
              count: Math.round(speed),
            }),
          ] as Fact,
        ]),
  ]
}
