/** The plugin's failures, newest first. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { useChange } from '../../../../components/use-change'
import { withId } from '../../../../components/use-action'
import { formatAgo } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { translate } from '../../../../i18n/server-messages'
import { SettingsCard, Entries, Entry } from '../../shared/settings-section'
import settings from '../../settings.module.css'
import { type Plugin, pluginPaths } from '../plugin-labels'

const lookMs = 5_000
const counts = { first: 10, most: 100 }

export function Failures({ plugin: { id } }: { plugin: Plugin }) {
  const [limit, setLimit] = useState(counts.first)
  const { data } = useQuery({
    ...apiQuery('/api/v1/admin/plugins/{id}/failures', {
      params: { path: { id }, query: { limit: String(limit) } },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: lookMs,
  })
  if (!data) return null
  const { failures, total } = data
  return (
    <SettingsCard
      title={t('Failures')}
      hint={describe(data)}
      actions={total > 0 && <ResetButton id={id} />}
    >
      {failures.length > 0 && (
        <Entries label={t('Failures')}>
          {failures.map((failure) => (
            <Failure key={failure.id} failure={failure} />
          ))}
        </Entries>
      )}
      {total > failures.length && limit < counts.most && (
        <div className={settings.actions}>
          <Button small onClick={() => setLimit(counts.most)}>
            {t('Show older failures')}
          </Button>
        </div>
      )}
    </SettingsCard>
  )
}

function describe({ total, windowFailures, threshold }: Schemas['PluginFailures']): string {
  if (total === 0) return t('None in the last 30 days')
  return t(
    'The plugin itself failed {count, plural, one {# time} other {# times}} within the last hour. After {threshold} failures, Quire turns it off. Failures of the service it uses don’t count.',
    { count: windowFailures, threshold },
  )
}

const Failure = ({ failure }: { failure: Schemas['PluginFailure'] }) => (
  <Entry
    title={translate(failure.problem)}
    facts={[
      formatAgo(failure.occurredAt),
      failure.isOwn ? t('in the plugin') : t('in the service'),
      ...(failure.method ? [failure.method] : []),
    ].join(' · ')}
  />
)

function ResetButton({ id }: { id: string }) {
  const reset = useChange({
    act: () => readResponse(api.POST('/api/v1/admin/plugins/{id}/reset', withId(id))),
    done: translate,
    stale: pluginPaths,
    once: true,
  })
  return (
    <Button small busy={reset.isPending} onClick={() => reset.mutate()}>
      {t('Clear failures')}
    </Button>
  )
}
