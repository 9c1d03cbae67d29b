/** Age limit and sharing tags of a user or group. */
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query'
import { Select } from '../../../components/controls/select'
import { Switch } from '../../../components/controls/switch'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'
import { type LimitsPatch, modeOf, type TagMode, withMode } from './limits'

const ages = [0, 6, 10, 12, 13, 15, 16, 17, 18]

interface LimitFieldsProps {
  value: LimitsPatch
  onChange: (patch: LimitsPatch) => void
}

export function LimitFields({ value, onChange }: LimitFieldsProps) {
  const { ageLimit = null, hidesUnrated = false } = value
  const known = ageLimit === null || ages.includes(ageLimit) ? ages : [...ages, ageLimit]
  return (
    <>
      <Select
        label={t('Age limit')}
        choices={[
          { value: 'none', label: t('No limit') },
          ...known.map((age) => ({ value: String(age), label: t('Up to {age}', { age }) })),
        ]}
        value={ageLimit === null ? 'none' : String(ageLimit)}
        onChange={(next) => onChange({ ageLimit: next === 'none' ? null : Number(next) })}
      />
      {ageLimit !== null && (
        <Switch
          label={t('Hide series without an age rating')}
          checked={hidesUnrated}
          onChange={(next) => onChange({ hidesUnrated: next })}
        />
      )}
      <TagModes value={value} onChange={onChange} />
    </>
  )
}

function TagModes({ value, onChange }: LimitFieldsProps) {
  const tags = useQuery(
    apiQuery('/api/v1/admin/sharing-tags', { params: { query: { pageSize: 500 } } }),
  )
  if (!tags.data || tags.data.total === 0) return null
  const hasWhitelist = (value.allowedTagIds ?? []).length > 0
  return (
    <div className={styles.withHint} role="group" aria-label={t('Sharing tags')}>
      {tags.data.data.map(({ id, name }) => (
        <Select<TagMode>
          key={id}
          label={t('Sharing tag {name}', { name })}
          choices={[
            { value: 'none', label: t('No rule') },
            { value: 'allow', label: t('Allow') },
            { value: 'deny', label: t('Hide') },
          ]}
          value={modeOf(value, id)}
          onChange={(mode) => onChange(withMode(value, id, mode))}
        />
      ))}
      {hasWhitelist && (
        <p className={styles.hint}>{t('Only series with an allowed tag are visible.')}</p>
      )}
    </div>
  )
}
