/**
 * Groups of series that are probably duplicates, followed by groups that were marked as ignored.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { EmptyState, ErrorState, Loading } from '../../../components/feedback/states'
import { CheckIcon } from '../../../components/icons'
import { useChange } from '../../../components/use-change'
import { formatNumber, t } from '../../../i18n/i18n'
import { usePermission } from '../../../state/session/session'
import { SettingsCard, Entries, Entry } from '../shared/settings-section'
import styles from '../settings.module.css'

const groupsPath = '/api/v1/duplicates/series'
const ignoredOnly = { params: { query: { dismissed: 'true' } } } as const

export function DuplicateSeries() {
  const found = useQuery({ ...apiQuery(groupsPath), staleTime: 0 })
  const ignored = useQuery({ ...apiQuery(groupsPath, ignoredOnly), staleTime: 0 })
  if (found.isError) return <ErrorState error={found.error} retry={found.refetch} />
  if (ignored.isError) return <ErrorState error={ignored.error} retry={ignored.refetch} />
  if (!found.data || !ignored.data) return <Loading />
  return (
    <div className={styles.body}>
      <p className={styles.hint}>
        {t(
          'Series with the same ID at a provider or the same sort title. To combine two of them, open one and merge it into the other.',
        )}
      </p>
      {found.data.duplicates.length === 0 && (
        <EmptyState icon={CheckIcon} title={t('No duplicate series')} />
      )}
      {found.data.duplicates.map((group) => (
        <SeriesGroup key={group.id} group={group} isIgnored={false} />
      ))}
      {ignored.data.duplicates.map((group) => (
        <SeriesGroup key={group.id} group={group} isIgnored />
      ))}
    </div>
  )
}

interface SeriesGroupProps {
  group: Schemas['SeriesDuplicateGroup']
  isIgnored: boolean
}

function SeriesGroup({ group, isIgnored }: SeriesGroupProps) {
  const { id: duplicateId, matchType, matchKey, members, duplicateCount } = group
  const mayEdit = usePermission('series:write')
  const params = { path: { duplicateId } }
  const stale = [groupsPath]
  const ignore = useChange({
    act: () => readResponse(api.DELETE('/api/v1/duplicates/series/{duplicateId}', { params })),
    done: t('Duplicates ignored'),
    stale,
  })
  const restore = useChange({
    act: () =>
      readResponse(api.POST('/api/v1/duplicates/series/{duplicateId}/restore', { params })),
    done: t('No longer ignored'),
    stale,
  })
  const change = isIgnored ? restore : ignore
  const reason = matchType === 'title' ? t('Same sort title') : t('Same ID: {id}', { id: matchKey })
  return (
    <SettingsCard
      title={members[0]?.title ?? matchKey}
      hint={isIgnored ? `${reason} · ${t('Ignored')}` : reason}
      actions={
        mayEdit && (
          <Button small busy={change.isPending} onClick={() => change.mutate()}>
            {isIgnored ? t('Stop ignoring') : t('Ignore')}
          </Button>
        )
      }
    >
      <Members members={members} />
      {duplicateCount > members.length && (
        <p className={styles.hint}>
          {t('… and {count} more', { count: formatNumber(duplicateCount - members.length) })}
        </p>
      )}
    </SettingsCard>
  )
}

const Members = ({ members }: Pick<Schemas['SeriesDuplicateGroup'], 'members'>) => (
  <Entries label={members[0]?.title ?? ''}>
    {members.map(({ id, title, libraryName, bookCount }) => (
      <Entry
        key={id}
        title={
          <Link to="/series/$id" params={{ id }} className={styles.work}>
            {title}
          </Link>
        }
        facts={[
          libraryName,
          t('{count, plural, one {# book} other {# books}}', { count: bookCount }),
        ].join(' · ')}
      />
    ))}
  </Entries>
)
