import { Button } from '../../../../components/controls/button'
import { Field } from '../../../../components/controls/field'
import { Select } from '../../../../components/controls/select'
import { t } from '../../../../i18n/i18n'
import { PermissionChecks } from '../../permissions/permission-checks'
import { type Permission, readingScopes } from '../../permissions/permission-labels'
import styles from '../../settings.module.css'
import { toLocalDate, isPast, endOfDay } from './local-date'

type KeyLifetime = 'never' | '30' | '365' | 'day'

export interface KeyDraft {
  name: string
  life: KeyLifetime
  /** Value of a date input. */
  day: string
  permissions: Permission[]
}

interface KeyFieldsProps {
  draft: KeyDraft
  onChange: (patch: Partial<KeyDraft>) => void
  /** Permissions that can be granted. */
  offered: readonly Permission[]
}

export function KeyFields({ draft, onChange, offered }: KeyFieldsProps) {
  return (
    <>
      <Field
        label={t('Name')}
        name="name"
        hint={t('The app that will use this key')}
        maxLength={100}
        value={draft.name}
        autoComplete="off"
        required
        autoFocus
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <LifeFields draft={draft} onChange={onChange} />
      <div className={styles.actions} role="group" aria-label={t('Permissions')}>
        <Button small onClick={() => onChange({ permissions: common(offered, readingScopes()) })}>
          {t('Reading only')}
        </Button>
        <Button small onClick={() => onChange({ permissions: [...offered] })}>
          {t('All my permissions')}
        </Button>
      </div>
      <PermissionChecks
        offered={offered}
        chosen={draft.permissions}
        onChange={(permissions) => onChange({ permissions })}
      />
    </>
  )
}

const LifeFields = ({ draft, onChange }: Omit<KeyFieldsProps, 'offered'>) => (
  <div className={styles.fields}>
    <Select<KeyLifetime>
      label={t('Expires')}
      choices={lifeChoices()}
      value={draft.life}
      onChange={(life) => onChange({ life })}
    />
    {draft.life === 'day' && (
      <Field
        label={t('Expiration date')}
        name="day"
        type="date"
        min={toLocalDate(new Date())}
        value={draft.day}
        problem={isPast(draft.day) ? t('Choose a date in the future') : undefined}
        onChange={(event) => onChange({ day: event.target.value })}
      />
    )}
  </div>
)

export const common = (some: readonly Permission[], others: readonly Permission[]) =>
  some.filter((each) => others.includes(each))

export const isKeyComplete = ({ name, life, day, permissions }: KeyDraft) =>
  name.trim() !== '' && permissions.length > 0 && (life !== 'day' || day !== '')

/** Builds the request body for a key. */
export const getKeyFields = ({ name, life, day, permissions }: KeyDraft) => ({
  name: name.trim(),
  permissions,
  expiresAt: getExpiryDate(life, day),
})

const lifeChoices = (): { value: KeyLifetime; label: string }[] => [
  { value: 'never', label: t('Never') },
  { value: '30', label: t('30 days') },
  { value: '365', label: t('One year') },
  { value: 'day', label: t('Custom date…') },
]

const dayMs = 86_400_000

/**
 * Returns the expiration time for the API. `day` is the value of a date input, and the key is valid
 * until the end of that day.
 */
function getExpiryDate(lifetime: KeyLifetime, day: string): string | null {
  if (lifetime === 'never') return null
  if (lifetime === 'day') return day === '' ? null : endOfDay(day).toISOString()
  return new Date(Date.now() + Number(lifetime) * dayMs).toISOString()
}
