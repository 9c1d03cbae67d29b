import type { Schemas } from '../../../api/client'
import { Field } from '../../../components/controls/field'
import { Select } from '../../../components/controls/select'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'
import { roles } from './role-choice'
import { formatUserRole } from '../../../labels/server-labels'

type Role = Schemas['User']['role']

export interface UserFilter {
  search?: string | undefined
  role?: Role | undefined
  isActive?: 'true' | 'false' | undefined
}

interface UserFiltersProps {
  value: UserFilter
  onChange: (value: UserFilter) => void
}

const every = 'every'

export const UserFilters = ({ value, onChange }: UserFiltersProps) => (
  <div className={styles.filters}>
    <Field
      label={t('Username or email address')}
      name="search"
      type="search"
      maxLength={200}
      value={value.search ?? ''}
      onChange={(event) => onChange({ ...value, search: event.target.value || undefined })}
    />
    <Select<Role | typeof every>
      label={t('Role')}
      choices={[
        { value: every, label: t('All roles') },
        ...roles.map((role) => ({ value: role, label: formatUserRole(role) })),
      ]}
      value={value.role ?? every}
      onChange={(role) => onChange({ ...value, role: role === every ? undefined : role })}
    />
    <Select<'true' | 'false' | typeof every>
      label={t('Account status')}
      choices={[
        { value: every, label: t('All users') },
        { value: 'true', label: t('Enabled users') },
        { value: 'false', label: t('Disabled users') },
      ]}
      value={value.isActive ?? every}
      onChange={(next) => onChange({ ...value, isActive: next === every ? undefined : next })}
    />
  </div>
)
