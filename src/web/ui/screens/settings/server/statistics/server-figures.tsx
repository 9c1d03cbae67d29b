import type { Schemas } from '../../../../api/client'
import { bytesWords } from '../../../../i18n/bytes'
import { formatNumber, formatPercent, t } from '../../../../i18n/i18n'
import { formatAgo, formatDuration } from '../../../../i18n/moments'
import { Facts } from '../../shared/fact-list'
import { Card } from '../../shared/settings-section'

type Metrics = Schemas['Metrics']
type Fact = [string, string]

export const ServerFigures = ({ metrics }: { metrics: Metrics }) => (
  <Card title={t('The server')} hint={t('Since its last start, unless it says otherwise.')}>
    <Facts facts={[...processFacts(metrics), ...answerFacts(metrics), ...storeFacts(metrics)]} />
  </Card>
)

function processFacts({ startedAt, process, uptimeSeconds }: Metrics): Fact[] {
  const { openFiles, maxOpenFiles } = process
  return [
    [t('Started'), formatAgo(startedAt)],
    [t('Memory'), bytesWords(process.anonymousBytes ?? process.residentBytes)],
    [t('Load of one processor'), formatPercent(process.cpuSeconds / Math.max(1, uptimeSeconds))],
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
  const mean = requests.count > 0 ? requests.totalSeconds / requests.count : 0
  const failed = requests.byRoute
    .filter(({ status }) => status >= serverFault)
    .reduce((sum, { count }) => sum + count, 0)
  const hits = caches.reduce((sum, cache) => sum + cache.hits, 0)
  const lookups = hits + caches.reduce((sum, cache) => sum + cache.misses, 0)
  return [
    [t('Requests'), formatNumber(requests.count)],
    [t('Of these, the server failed'), formatNumber(failed)],
    [t('An answer takes on average'), formatDuration(mean * 1_000)],
    ...(lookups === 0 ? [] : [[t('Answered from memory'), formatPercent(hits / lookups)] as Fact]),
    [t('Sign-ins refused'), formatNumber(loginsRefused.wrong + loginsRefused.throttled)],
  ]
}

function storeFacts({ database, thumbnails, scans }: Metrics): Fact[] {
  const { stored, storedBytes, failed } = thumbnails
  const speed = scans.filesPerSecond
  return [
    [t('Database'), bytesWords(database.sizeBytes)],
    [t('Small pictures'), `${formatNumber(stored)} · ${bytesWords(storedBytes)}`],
    [t('Books without a small picture'), formatNumber(failed)],
    ...(speed === null
      ? []
      : [
          [
            t('Speed of scans, last 90 days'),
            t('{count} files a second', { count: formatNumber(Math.round(speed)) }),
          ] as Fact,
        ]),
  ]
}
