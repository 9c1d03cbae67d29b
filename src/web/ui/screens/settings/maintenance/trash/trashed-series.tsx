import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { TrashIcon } from '../../../../components/icons'
import { EmptyState, ErrorState, Loading } from '../../../../components/feedback/states'
import { t } from '../../../../i18n/i18n'
import { formatAgo } from '../../../../i18n/date-time'
import { usePermission } from '../../../../state/session/session'
import { Pager } from '../../../../components/grid/pager'
import { SettingsCard, Entries, Entry } from '../../shared/settings-section'
import { PurgeButton } from './purge-button'
import { formatBookCount, formatReaderCount } from './trash-labels'
import { useChange } from '../../../../components/use-change'
import { useSectionSearch } from '../../shared/use-section-search'

export function TrashedSeries({ libraryId }: { libraryId: string | undefined }) {
  const [{ page = 1 }, show] = useSectionSearch()
  const series = useQuery({
    ...apiQuery('/api/v1/trash/series', {
      params: { query: { page, pageSize: 30, ...(libraryId && { libraryId }) } },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (series.isError) return <ErrorState error={series.error} retry={series.refetch} />
  if (!series.data) return <Loading />
  if (series.data.total === 0)
    return <EmptyState icon={TrashIcon} title={t('No series in the trash')} />
  return (
    <SettingsCard>
      <Entries label={t('Series')}>
        {series.data.data.map((each) => (
          <SeriesEntry key={each.id} series={each} />
        ))}
      </Entries>
      <Pager page={page} pages={series.data.totalPages} onChange={(next) => show({ page: next })} />
    </SettingsCard>
  )
}

function SeriesEntry({ series }: { series: Schemas['TrashedSeries'] }) {
  const { id, title, libraryName, bookCount, restorableCount, readBy, trashedAt } = series
  const mayDelete = usePermission('series:delete')
  const params = { path: { id } }
  const restore = useChange({
    act: () => readResponse(api.POST('/api/v1/series/{id}/restore', { params })),
    done: t('{name} restored', { name: title }),
    stale: ['/api/v1/'],
  })
  const facts = [
    formatBookCount(bookCount),
    libraryName,
    formatAgo(trashedAt),
    ...formatReaderCount(readBy),
    ...(restorableCount === 0 ? [t('files missing')] : []),
  ]
  return (
    <Entry
      title={title}
      facts={facts.join(' · ')}
      actions={
        mayDelete && (
          <>
            <Button
              small
              disabled={restorableCount === 0}
              busy={restore.isPending}
              onClick={() => restore.mutate()}
            >
              {t('Restore')}
            </Button>
            <PurgeButton
              name={title}
              extent={[formatBookCount(bookCount), ...formatReaderCount(readBy)].join(' · ')}
              act={(name) =>
                readResponse(api.POST('/api/v1/series/{id}/purge', { params, body: { name } }))
              }
            />
          </>
        )
      }
    />
  )
}
