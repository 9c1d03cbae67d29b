/** Settings of the server that can be changed while it runs. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { showBranding } from '../../../../state/branding'
import { SettingsCard, Part, PendingSection } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { SettingField } from './setting-field'
import { isValidSetting, type Setting, settingGroups } from './setting-labels'

const settingsPath = '/api/v1/admin/settings'

export function General() {
  const settings = useQuery({ ...apiQuery(settingsPath), staleTime: 0 })
  if (!settings.data) return <PendingSection title={t('General')} question={settings} />
  const versions = settings.data.map(({ key, value }) => `${key}=${value}`).join()
  return (
    <Part
      title={t('General')}
      lead={t(
        'Changes apply immediately. All other settings are in the settings file or the environment.',
      )}
    >
      <SettingsForm key={versions} settings={settings.data} />
    </Part>
  )
}

function SettingsForm({ settings }: { settings: readonly Setting[] }) {
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({})
  const known = new Map(settings.map((setting) => [setting.key, setting]))
  const changed = settings.filter(({ key, value }) => (draft[key] ?? value) !== value)
  const updates = changed.map(({ key, value }) => ({ key, value: draft[key] ?? value }))
  const save = useChange({
    act: () => readResponse(api.POST('/api/v1/admin/settings/bulk', { body: { updates } })),
    done: t('Settings saved'),
    stale: [settingsPath],
    once: true,
    onDone: (saved) => showSavedBranding([...settings, ...saved]),
  })
  const isValid = changed.every((setting) => isValidSetting(setting, draft[setting.key]!))
  return (
    <>
      {settingGroups().map(({ title, settings: labels }) => (
        <SettingsCard key={title} title={title}>
          {labels.map(({ key, label, hint }) => {
            const setting = known.get(key)
            if (!setting) return null
            return (
              <SettingField
                key={key}
                setting={setting}
                label={label}
                hint={hint}
                value={draft[key] ?? setting.value}
                onChange={(value) => setDraft({ ...draft, [key]: value })}
              />
            )
          })}
        </SettingsCard>
      ))}
      <div className={styles.actions}>
        <Button
          variant="primary"
          disabled={changed.length === 0 || !isValid}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('Save')}
        </Button>
      </div>
    </>
  )
}

/** Applies the saved name and color. If a key occurs twice, the last entry is used. */
function showSavedBranding(settings: readonly Setting[]) {
  const values = new Map(settings.map(({ key, value }) => [key, value]))
  showBranding({
    name: values.get('branding.name') ?? '',
    color: values.get('branding.color') ?? '',
  })
}
