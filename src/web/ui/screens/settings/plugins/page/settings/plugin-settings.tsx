/** Settings that the plugin's manifest describes. */
import { useState } from 'react'
import { t } from '../../../../../i18n/i18n'
import { SchemaForm, type SchemaDraft } from '../../../shared/schema-form'
import { SettingsCard } from '../../../shared/settings-section'
import type { Plugin } from '../../plugin-labels'
import { usePluginPatch } from '../use-plugin-patch'

export function PluginSettings({ plugin }: { plugin: Plugin }) {
  const { id, config, manifest } = plugin
  const [draft, setDraft] = useState<SchemaDraft>({})
  const save = usePluginPatch(id, { done: t('Saved'), quiet: true, onDone: () => setDraft({}) })
  const fields = manifest?.configSchema?.fields ?? []
  if (fields.length === 0) return null
  const description = manifest?.configSchema?.description
  // Sends the whole object, because the server replaces it.
  const mutate = (values: Record<string, unknown>) =>
    save.mutate({ config: Object.fromEntries(Object.entries(values).filter(isGiven)) })
  return (
    <SettingsCard title={t('Settings')} {...(description && { hint: description })}>
      <SchemaForm
        fields={fields}
        config={config}
        draft={draft}
        setDraft={setDraft}
        save={{ ...save, mutate }}
      />
    </SettingsCard>
  )
}

const isGiven = ([, value]: [string, unknown]) => value !== undefined && value !== ''
