import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { formatBytes } from '../../../../i18n/bytes'
import { formatNumber, t } from '../../../../i18n/i18n'
import { formatDuration } from '../../../../i18n/date-time'
import { BarTable } from '../../../../components/charts/bar-table'
import { Figures } from '../../../../components/charts/figures'
import { FormatChart } from './format-chart'
import { SettingsCard, Part, PendingSection } from '../../shared/settings-section'
import { ProcessList } from './process-list'
import { ReadingSums } from './reading-sums'
import { ServerFigures } from './server-figures'
import { Trends } from './trends'
import { formatTask } from '../../../../labels/server-labels'

type Metrics = Schemas['Metrics']
const lookMs = 5_000

export function Statistics() {
  const metrics = useQuery({
    ...apiQuery('/api/v1/metrics'),
    staleTime: 0,
    refetchInterval: lookMs,
  })
  if (!metrics.data) return <PendingSection title={t('Statistics')} question={metrics} />
  const { inventory, jobs } = metrics.data
  return (
    <Part title={t('Statistics')}>
      <Inventory inventory={inventory} />
      {inventory.libraries.length > 0 && <PerLibrary libraries={inventory.libraries} />}
      {inventory.bookCount > 0 && <FormatChart />}
      <ReadingSums />
      <Trends metrics={metrics.data} />
      <ServerFigures metrics={metrics.data} />
      <ProcessList />
      <Work jobs={jobs} />
    </Part>
  )
}

const Inventory = ({ inventory }: { inventory: Metrics['inventory'] }) => (
  <SettingsCard title={t('Library totals')}>
    <Figures
      figures={[
        [
          t('{count, plural, one {Library} other {Libraries}}', { count: inventory.libraryCount }),
          formatNumber(inventory.libraryCount),
        ],
        [
          t('{count, plural, one {Series} other {Series}}', { count: inventory.seriesCount }),
          formatNumber(inventory.seriesCount),
        ],
        [
          t('{count, plural, one {Book} other {Books}}', { count: inventory.bookCount }),
          formatNumber(inventory.bookCount),
        ],
        [
          t('{count, plural, one {Page} other {Pages}}', { count: inventory.pageCount }),
          formatNumber(inventory.pageCount),
        ],
        [t('Total file size'), formatBytes(inventory.totalBookSize)],
        [
          t('{count, plural, one {User} other {Users}}', { count: inventory.userCount }),
          formatNumber(inventory.userCount),
        ],
      ]}
    />
  </SettingsCard>
)

const PerLibrary = ({ libraries }: { libraries: Metrics['inventory']['libraries'] }) => (
  <SettingsCard title={t('By library')} hint={t('The bar shows total file size')}>
    <BarTable
      label={t('By library')}
      columns={[t('Library'), t('Series'), t('Books'), t('Pages'), t('Size')]}
      rows={libraries
        .toSorted((a, b) => b.totalSize - a.totalSize)
        .map(({ id, name, seriesCount, bookCount, pageCount, totalSize }) => ({
          id,
          name,
          value: totalSize,
          cells: [
            formatNumber(seriesCount),
            formatNumber(bookCount),
            formatNumber(pageCount),
            formatBytes(totalSize),
          ],
        }))}
    />
  </SettingsCard>
)

/** Tasks of the last week, because older ones are deleted. */
function Work({ jobs }: { jobs: Metrics['jobs'] }) {
  const rows = jobs
    .filter(({ done, failed }) => done + failed > 0)
    .map((job) => ({ ...job, seconds: (job.meanSeconds ?? 0) * (job.done + job.failed) }))
    .toSorted((a, b) => b.seconds - a.seconds)
  return (
    <SettingsCard
      title={t('Background tasks')}
      hint={t('Last 7 days. The bar shows total run time.')}
    >
      {rows.length === 0 ? (
        <p>{t('No tasks yet')}</p>
      ) : (
        <BarTable
          label={t('Background tasks')}
          columns={[t('Task'), t('Completed'), t('Failed'), t('Average'), t('Maximum')]}
          rows={rows.map(({ kind, done, failed, meanSeconds, maxSeconds, seconds }) => ({
            id: kind,
            name: formatTask(kind),
            value: seconds,
            cells: [
              formatNumber(done),
              formatNumber(failed),
              formatSeconds(meanSeconds),
              formatSeconds(maxSeconds),
            ],
          }))}
        />
      )}
    </SettingsCard>
  )
}

const formatSeconds = (seconds: number | null) =>
  seconds === null ? '–' : formatDuration(seconds * 1_000)
