import { useQuery } from '@tanstack/react-query'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { TrashIcon } from '../../../../components/icons'
import { EmptyState, ErrorState, Loading } from '../../../../components/feedback/states'
import { formatDate, t } from '../../../../i18n/i18n'
import { usePermission } from '../../../../state/session/session'
import { PurgeLibrary } from './empty-trash'
import { SettingsCard, Entries, Entry } from '../../shared/settings-section'
import { useChange } from '../../../../components/use-change'

export function TrashedLibraries() {
  const libraries = useQuery({
    ...apiQuery('/api/v1/libraries', { params: { query: { trashed: 'true' } } }),
    staleTime: 0,
  })
  if (libraries.isError) return <ErrorState error={libraries.error} retry={libraries.refetch} />
  if (!libraries.data) return <Loading />
  if (libraries.data.length === 0)
    return <EmptyState icon={TrashIcon} title={t('No libraries in the trash')} />
  return (
    <SettingsCard>
      <Entries label={t('Libraries')}>
        {libraries.data.map((library) => (
          <TrashedLibrary key={library.id} library={library} />
        ))}
      </Entries>
    </SettingsCard>
  )
}

export function TrashedLibrary({ library }: { library: Schemas['Library'] }) {
  const { id, name, trashedAt, seriesCount, bookCount } = library
  const mayDelete = usePermission('libraries:delete')
  const params = { path: { id } }
  const restore = useChange({
    act: () => readResponse(api.POST('/api/v1/libraries/{id}/restore', { params })),
    done: t('{name} restored', { name }),
    stale: ['/api/v1/'],
  })
  const facts = [
    t('{series, plural, one {# series} other {# series}}', { series: seriesCount }),
    t('{books, plural, one {# book} other {# books}}', { books: bookCount }),
    ...(trashedAt ? [t('since {date}', { date: formatDate(trashedAt) })] : []),
  ]
  return (
    <Entry
      title={name}
      facts={facts.join(' · ')}
      actions={
        mayDelete && (
          <>
            <Button small busy={restore.isPending} onClick={() => restore.mutate()}>
              {t('Restore')}
            </Button>
            <PurgeLibrary library={library} />
          </>
        )
      }
    />
  )
}
