/** Age limit and sharing tags of a user or group. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/query'
import { Select } from '../../../components/controls/select'
import { Switch } from '../../../components/controls/switch'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'
import { type Limits, type LimitsPatch, modeOf, type TagMode, withMode } from './limits'

const ages = [0, 6, 10, 12, 13, 15, 16, 17, 18]

interface LimitFieldsProps {
  value: Limits
  onChange: (patch: LimitsPatch) => void
  /** Shows how many series remain visible with these limits. */
  effect: ReactNode
}

export function LimitFields({ value, onChange, effect }: LimitFieldsProps) {
  const { ageLimit, hidesUnrated } = value
  return (
    <>
      <AgeLimit
        value={ageLimit}
        onChange={(next) =>
          onChange(next === null ? { ageLimit: null } : { ageLimit: next, hidesUnrated })
        }
      />
      <UnratedSwitch
        isLimited={ageLimit !== null}
        checked={hidesUnrated}
        onChange={(next) => onChange({ hidesUnrated: next })}
      />
      {effect}
      <TagModes value={value} onChange={onChange} />
    </>
  )
}

interface AgeLimitProps {
  value: number | null
  onChange: (value: number | null) => void
}

export const AgeLimit = ({ value, onChange }: AgeLimitProps) => (
  <Select
    label={t('Age limit')}
    choices={[{ value: 'none', label: t('No limit') }, ...listAges(value)]}
    value={value === null ? 'none' : String(value)}
    onChange={(next) => onChange(next === 'none' ? null : Number(next))}
  />
)

/** Includes the current limit, which may be any number. */
export function listAges(present: number | null) {
  const known = present === null || ages.includes(present) ? ages : [...ages, present]
  return known.map((age) => ({ value: String(age), label: t('Up to {age}', { age }) }))
}

interface UnratedSwitchProps {
  isLimited: boolean
  checked: boolean
  onChange: (checked: boolean) => void
}

export const UnratedSwitch = ({ isLimited, checked, onChange }: UnratedSwitchProps) => (
  <Switch
    label={t('Hide series without an age rating')}
    hint={
      isLimited
        ? t('Quire can’t tell which ages these series are suitable for')
        : t('Only applies if an age limit is set')
    }
    checked={checked}
    disabled={!isLimited}
    onChange={onChange}
  />
)

interface TagModesProps {
  value: LimitsPatch
  onChange: (patch: LimitsPatch) => void
}

export function TagModes({ value, onChange }: TagModesProps) {
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
        <p className={styles.hint}>{t('Only series with an allowed tag are visible')}</p>
      )}
    </div>
  )
}
