/** Chooses the series fields that the plugin may fill. */
import { Select } from '../../../../../components/controls/select'
import { t } from '../../../../../i18n/i18n'
import { SettingsCard } from '../../../shared/settings-section'
import settings from '../../../settings.module.css'
import type { Plugin } from '../../plugin-labels'
import { usePluginPatch } from '../use-plugin-patch'

const writePrefix = 'metadata:write:'
const allFields = `${writePrefix}*`

interface WritableFieldsProps {
  plugin: Plugin
  /** All permissions that plugins can have. */
  offered: readonly string[]
}

export function WritableFields({ plugin, offered }: WritableFieldsProps) {
  const patch = usePluginPatch(plugin.id)
  const permissions = (patch.isPending && patch.variables.permissions) || plugin.permissions
  const fields = listFields().filter(({ permission }) => offered.includes(permission))
  const isAll = permissions.includes(allFields)
  const save = (next: string[]) => patch.mutate({ permissions: next })
  return (
    <SettingsCard
      title={t('Allowed changes')}
      hint={t('Fields that you edited or locked are never changed')}
    >
      <Select<'all' | 'some'>
        label={t('Series fields')}
        choices={[
          { value: 'all', label: t('All fields') },
          { value: 'some', label: t('Selected fields') },
        ]}
        value={isAll ? 'all' : 'some'}
        onChange={(next) =>
          save(next === 'all' ? [allFields] : fields.map(({ permission }) => permission))
        }
      />
      {!isAll && <FieldChecks fields={fields} permissions={permissions} onChange={save} />}
    </SettingsCard>
  )
}

interface FieldChecksProps {
  fields: ReturnType<typeof listFields>
  permissions: readonly string[]
  onChange: (permissions: string[]) => void
}

function FieldChecks({ fields, permissions, onChange }: FieldChecksProps) {
  const turn = (permission: string) =>
    onChange(
      permissions.includes(permission)
        ? permissions.filter((one) => one !== permission)
        : [...permissions, permission],
    )
  return (
    <div className={settings.withHint}>
      <div className={settings.checks} role="group" aria-label={t('Selected fields')}>
        {fields.map(({ permission, words }) => (
          <label key={permission} className={settings.check}>
            <input
              type="checkbox"
              checked={permissions.includes(permission)}
              onChange={() => turn(permission)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
      {!permissions.some((one) => one.startsWith(writePrefix)) && (
        <p className={settings.warned}>
          {t(
            'This plugin is not allowed to change anything, so it is not used as a metadata provider',
          )}
        </p>
      )}
    </div>
  )
}

/** Lists the fields that Quire fills from providers. */
const listFields = () =>
  [
    { name: 'title', words: t('Titles') },
    { name: 'summary', words: t('Summary') },
    { name: 'covers', words: t('Cover') },
    { name: 'genres', words: t('Genres') },
    { name: 'tags', words: t('Tags') },
    { name: 'authors', words: t('People') },
    { name: 'publisher', words: t('Publisher') },
    { name: 'year', words: t('Year') },
    { name: 'status', words: t('Status') },
    { name: 'total_volume_count', words: t('Total volumes') },
    { name: 'total_chapter_count', words: t('Total chapters') },
    { name: 'age_rating', words: t('Age rating') },
    { name: 'language', words: t('Language') },
    { name: 'reading_direction', words: t('Reading direction') },
    { name: 'ratings', words: t('Ratings') },
    { name: 'links', words: t('Links') },
    { name: 'external_ids', words: t('IDs in other catalogs') },
  ].map(({ name, words }) => ({ permission: writePrefix + name, words }))
