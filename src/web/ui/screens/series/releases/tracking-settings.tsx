/** Settings for the releases that are announced for a tracked series. */
import { useQuery } from '@tanstack/react-query'
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { NameList } from '../../../components/controls/name-list'
import { Switch } from '../../../components/controls/switch'
import { ErrorState, Loading } from '../../../components/feedback/states'
import { useChange } from '../../../components/use-change'
import { withId } from '../../../components/use-action'
import { t } from '../../../i18n/i18n'
import { formatLanguage } from '../../../labels/metadata-labels'
import styles from './tracking-settings.module.css'

type Tracking = Schemas['Tracking']

const path = '/api/v1/series/{id}/tracking'
const aliasPath = '/api/v1/series/{id}/aliases'

export function TrackingSettings({ id }: { id: string }) {
  const tracking = useQuery(apiQuery(path, withId(id)))
  if (tracking.isError) return <ErrorState error={tracking.error} retry={tracking.refetch} />
  if (!tracking.data) return <Loading />
  return (
    <div className={styles.settings}>
      <Choices id={id} tracking={tracking.data} />
      <Aliases id={id} />
    </div>
  )
}

function Choices({ id, tracking }: { id: string; tracking: Tracking }) {
  const save = useChange({
    act: (body: Schemas['TrackingPatch']) => readResponse(api.PATCH(path, { ...withId(id), body })),
    stale: [path, '/api/v1/releases', '/api/v1/series/{id}/releases'],
    sequence: `tracking ${id}`,
  })
  const now = { ...tracking, ...(save.isPending && withoutNulls(save.variables)) }
  const edit = (field: 'languages' | 'allowedGroups' | 'blockedGroups') => {
    const names = now[field] ?? []
    return {
      names,
      add: (name: string) => save.mutate({ [field]: [...names, name] }),
      remove: (name: string) => save.mutate({ [field]: names.filter((one) => one !== name) }),
    }
  }
  return (
    <>
      <Switch
        label={t('Announce chapters')}
        checked={now.trackChapters}
        onChange={(trackChapters) => save.mutate({ trackChapters })}
      />
      <Switch
        label={t('Announce volumes')}
        checked={now.trackVolumes}
        onChange={(trackVolumes) => save.mutate({ trackVolumes })}
      />
      <NameList
        label={t('Languages')}
        hint={t('Language codes such as en or pt-br; all languages if empty')}
        format={formatLanguage}
        maxLength={35}
        {...edit('languages')}
      />
      <NameList label={t('Only these groups')} maxLength={200} {...edit('allowedGroups')} />
      <NameList label={t('Excluded groups')} maxLength={200} {...edit('blockedGroups')} />
    </>
  )
}

const withoutNulls = (patch: Schemas['TrackingPatch']) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null))

function Aliases({ id }: { id: string }) {
  const { data } = useQuery(apiQuery(aliasPath, withId(id)))
  const stale = [aliasPath]
  const add = useChange({
    act: (alias: string) => readResponse(api.POST(aliasPath, { ...withId(id), body: { alias } })),
    stale,
    sequence: `aliases ${id}`,
  })
  const remove = useChange({
    act: (alias_id: string) =>
      readResponse(
        api.DELETE('/api/v1/series/{id}/aliases/{alias_id}', {
          params: { path: { id, alias_id } },
        }),
      ),
    stale,
    sequence: `aliases ${id}`,
  })
  const aliases = data?.aliases ?? []
  return (
    <NameList
      label={t('Also released as')}
      hint={t('Other titles under which feeds list this series')}
      names={aliases.map(({ alias }) => alias)}
      maxLength={300}
      add={(alias) => add.mutate(alias)}
      remove={(alias) => {
        const found = aliases.find((one) => one.alias === alias)
        if (found) remove.mutate(found.id)
      }}
    />
  )
}
