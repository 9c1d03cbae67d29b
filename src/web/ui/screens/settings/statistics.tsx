import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client'
import { ask } from '../../api/query'
import { ErrorState, Loading } from '../../components/states'
import { bytesWords } from '../../components/work/bytes'
import { formatNumber, formatPercent, t } from '../../i18n/i18n'
import { formatAgo } from '../../i18n/moments'
import { Bars } from './bars'
import { Facts } from './facts'
import { Card, Part } from './part'
import { taskWords } from './words'

type Metrics = Schemas['Metrics']
const lookMs = 10_000

export function Statistics() {
  const metrics = useQuery({ ...ask('/api/v1/metrics'), staleTime: 0, refetchInterval: lookMs })
  if (metrics.isError) return <ErrorState error={metrics.error} retry={metrics.refetch} />
  if (!metrics.data) return <Loading />
  const { inventory } = metrics.data
  return (
    <Part title={t('Statistics')}>
      <Inventory inventory={inventory} />
      {inventory.libraries.length > 0 && <PerLibrary libraries={inventory.libraries} />}
      <Server metrics={metrics.data} />
      <Work metrics={metrics.data} />
    </Part>
  )
}

const Inventory = ({ inventory }: { inventory: Metrics['inventory'] }) => (
  <Card title={t('What there is')}>
    <Facts
      facts={[
        [t('Libraries'), formatNumber(inventory.libraryCount)],
        [t('All series'), formatNumber(inventory.seriesCount)],
        [t('Books'), formatNumber(inventory.bookCount)],
        [t('Pages'), formatNumber(inventory.pageCount)],
        [t('Size of all files'), bytesWords(inventory.totalBookSize)],
        [t('Users'), formatNumber(inventory.userCount)],
      ]}
    />
  </Card>
)

function PerLibrary({ libraries }: { libraries: Metrics['inventory']['libraries'] }) {
  return (
    <Card title={t('By library')}>
      <Bars
        label={t('By library')}
        bars={libraries.map(({ name, bookCount, totalSize }) => ({
          name,
          value: bookCount,
          words: `${t('{books, plural, one {# book} other {# books}}', { books: bookCount })} · ${bytesWords(totalSize)}`,
        }))}
      />
    </Card>
  )
}

function Server({ metrics }: { metrics: Metrics }) {
  const { startedAt, process, requests, database, thumbnails, caches } = metrics
  const mean = requests.count > 0 ? requests.totalSeconds / requests.count : 0
  return (
    <Card title={t('The server')}>
      <Facts
        facts={[
          [t('Started'), formatAgo(startedAt)],
          [t('Memory'), bytesWords(process.residentBytes)],
          [t('Requests since then'), formatNumber(requests.count)],
          [t('An answer takes on average'), millisWords(mean)],
          [t('Database'), bytesWords(database.sizeBytes)],
          [
            t('Small pictures'),
            `${formatNumber(thumbnails.stored)} · ${bytesWords(thumbnails.storedBytes)}`,
          ],
          ...hitFacts(caches),
        ]}
      />
    </Card>
  )
}

function hitFacts(caches: Metrics['caches']): [string, string][] {
  const hits = caches.reduce((sum, cache) => sum + cache.hits, 0)
  const all = hits + caches.reduce((sum, cache) => sum + cache.misses, 0)
  return all === 0 ? [] : [[t('Answered from memory'), formatPercent(hits / all)]]
}

function Work({ metrics: { jobs } }: { metrics: Metrics }) {
  const done = jobs.filter((job) => job.done > 0)
  if (done.length === 0) return null
  return (
    <Card title={t('Work in the background')}>
      <Bars
        label={t('Work in the background')}
        bars={done.map((job) => ({
          name: taskWords(job.kind),
          value: job.done,
          words: `${t('{count, plural, one {# time} other {# times}}', { count: job.done })}${job.meanSeconds === null ? '' : ` · ${t('on average {time}', { time: millisWords(job.meanSeconds) })}`}`,
        }))}
      />
    </Card>
  )
}

const millisWords = (seconds: number) =>
  seconds < 1
    ? t('{count} ms', { count: formatNumber(Math.round(seconds * 1_000)) })
    : t('{count} s', { count: formatNumber(Math.round(seconds * 10) / 10) })
