/** Purge history: time, name and the database backup made beforehand. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { TrashIcon } from '../../../../components/icons'
import { EmptyState, ErrorState, Loading } from '../../../../components/feedback/states'
import { t } from '../../../../i18n/i18n'
import { formatMoment } from '../../../../i18n/date-time'
import { translate } from '../../../../i18n/server-messages'
import { Pager } from '../../../../components/grid/pager'
import { SettingsCard, Entries, Entry } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { useSectionSearch } from '../../shared/use-section-search'

type Purge = Schemas['Purge']
const lookMs = 2_000
const isUnderWay = ({ status }: Purge) => status === 'pending' || status === 'running'

export function PurgeHistory() {
  const [{ page = 1 }, show] = useSectionSearch()
  const purges = useQuery({
    ...apiQuery('/api/v1/purges', { params: { query: { page, pageSize: 30 } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? lookMs : false),
  })
  if (purges.isError) return <ErrorState error={purges.error} retry={purges.refetch} />
  if (!purges.data) return <Loading />
  if (purges.data.total === 0)
    return <EmptyState icon={TrashIcon} title={t('Nothing permanently deleted yet')} />
  return (
    <SettingsCard>
      <Entries label={t('Deletion log')}>
        {purges.data.data.map((purge) => (
          <PurgeEntry key={purge.id} purge={purge} />
        ))}
      </Entries>
      <Pager page={page} pages={purges.data.totalPages} onChange={(next) => show({ page: next })} />
    </SettingsCard>
  )
}

function PurgeEntry({ purge }: { purge: Purge }) {
  const { name, kind, createdAt, completedAt, booksPurged, seriesPurged, backup, message } = purge
  const facts = [
    formatKind(kind),
    formatStatus(purge.status),
    t('{books, plural, one {# book} other {# books}}', { books: booksPurged }),
    t('{series, plural, one {# series} other {# series}}', { series: seriesPurged }),
    formatMoment(completedAt ?? createdAt),
  ]
  return (
    <Entry title={name} facts={facts.join(' · ')}>
      {message && <div className={styles.warned}>{translate(message)}</div>}
      {backup && (
        <div className={styles.entryFacts}>
          {t('Database backup made beforehand:')} <code className={styles.path}>{backup}</code>
        </div>
      )}
    </Entry>
  )
}

function formatKind(kind: Purge['kind']): string {
  switch (kind) {
    case 'book':
      return t('A book')
    case 'series':
      return t('A series')
    case 'library':
      return t('A library')
  }
}

function formatStatus(status: Purge['status']): string {
  switch (status) {
    case 'pending':
      return t('queued')
    case 'running':
      return t('running')
    case 'completed':
      return t('completed')
    case 'failed':
      return t('failed')
  }
}
