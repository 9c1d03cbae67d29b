import type { Schemas } from '../../api/client'
import { Select } from '../../components/select'
import { t } from '../../i18n/i18n'
import styles from './settings.module.css'
import { roleHint, roleWords } from './words'

type Role = Schemas['User']['role']
const roles: readonly Role[] = ['reader', 'maintainer', 'admin']

export const RoleChoice = ({ role, onChange }: { role: Role; onChange: (role: Role) => void }) => (
  <div>
    <Select
      label={t('Role')}
      choices={roles.map((value) => ({ value, label: roleWords(value) }))}
      value={role}
      onChange={onChange}
    />
    <p className={styles.hint}>{roleHint(role)}</p>
  </div>
)
