/**
 * Settings of a user's connection to a service: ratings, notes, recommendations, and the settings
 * that the plugin describes.
 */
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { Switch } from '../../../components/controls/switch'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { SchemaForm, type SchemaDraft } from '../shared/schema-form'
import styles from '../settings.module.css'
import { ofService, pluginsPath, recommendationsPath } from './sync-paths'

export type Connection = Schemas['UserPlugin']

export function useConfigChange({ pluginId }: Connection, onDone?: () => void) {
  return useChange({
    act: (config: Record<string, unknown>, signal) =>
      readResponse(
        api.PATCH('/api/v1/user/plugins/{plugin_id}/config', {
          ...ofService(pluginId),
          body: { config },
          signal,
        }),
      ),
    stale: [pluginsPath, recommendationsPath],
    sequence: `config ${pluginId}`,
    ...(onDone && { onDone, quiet: true, done: t('Saved') }),
  })
}

export function ConnectionSettings({ connection }: { connection: Connection }) {
  const { capabilities, userConfigSchema } = connection
  const fields = userConfigSchema?.fields ?? []
  return (
    <>
      {capabilities.readSync && <OpinionSwitches connection={connection} />}
      {capabilities.userRecommendationProvider && (
        <div className={styles.entrySwitch}>
          <RecommendationSwitch connection={connection} />
        </div>
      )}
      {fields.length > 0 && <PluginForm connection={connection} fields={fields} />}
    </>
  )
}

function OpinionSwitches({ connection }: { connection: Connection }) {
  const { pluginDisplayName: name } = connection
  const change = useConfigChange(connection)
  // Shows the latest choice immediately.
  const config = { ...connection.config, ...(change.isPending && change.variables) }
  return (
    <>
      <div className={styles.entrySwitch}>
        <Switch
          label={t('Sync ratings')}
          hint={t('Your ratings of series are sent to {name}, and those on {name} appear here', {
            name,
          })}
          checked={config['syncScores'] === true}
          onChange={(syncScores) => change.mutate({ syncScores })}
        />
      </div>
      <div className={styles.entrySwitch}>
        <Switch
          label={t('Sync notes')}
          hint={t(
            'Your private notes on series are sent to {name}, where others may be able to read them, and those on {name} appear here',
            { name },
          )}
          checked={config['syncNotes'] === true}
          onChange={(syncNotes) => change.mutate({ syncNotes })}
        />
      </div>
    </>
  )
}

function RecommendationSwitch({ connection }: { connection: Connection }) {
  const { config, capabilities, pluginDisplayName: name } = connection
  const change = useConfigChange(connection)
  const isSavedOn = (config['recommendations'] ?? !capabilities.readSync) === true
  const isOn = change.isPending ? change.variables['recommendations'] === true : isSavedOn
  return (
    <Switch
      label={t('Recommend titles')}
      hint={t(
        'Recommendations appear on the home page. {name} receives the titles or IDs of series that you have read.',
        {
          name,
        },
      )}
      checked={isOn}
      onChange={(recommendations) => change.mutate({ recommendations })}
    />
  )
}

interface PluginFormProps {
  connection: Connection
  fields: NonNullable<Connection['userConfigSchema']>['fields']
}

function PluginForm({ connection, fields }: PluginFormProps) {
  const [draft, setDraft] = useState<SchemaDraft>({})
  const save = useConfigChange(connection, () => setDraft({}))
  // If a field is empty, the default applies.
  const mutate = (values: Record<string, unknown>) =>
    save.mutate(
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, value === '' ? null : (value ?? null)]),
      ),
    )
  const { config } = connection
  return (
    <SchemaForm
      fields={fields}
      config={config}
      draft={draft}
      setDraft={setDraft}
      save={{ ...save, mutate }}
    />
  )
}
