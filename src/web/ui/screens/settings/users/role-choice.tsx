import type { Schemas } from '../../../api/client'
import { Select } from '../../../components/controls/select'
import { t } from '../../../i18n/i18n'
import { useUser } from '../../../state/session/session'
import { useRolePermissions } from '../permissions/permission-list'
import styles from '../settings.module.css'
import { roleHint, formatUserRole } from '../../../labels/server-labels'

type Role = Schemas['User']['role']
export const roles: readonly Role[] = ['reader', 'maintainer', 'admin']

interface RoleChoiceProps {
  role: Role
  onChange: (role: Role) => void
}

export function RoleChoice({ role, onChange }: RoleChoiceProps) {
  return (
    <div className={styles.withHint}>
      <Select label={t('Role')} choices={useOfferedRoles(role)} value={role} onChange={onChange} />
      <p className={styles.hint}>{roleHint(role)}</p>
    </div>
  )
}

/**
 * Offers the current role, and roles that do not exceed the viewer's own permissions, to prevent
 * privilege escalation.
 */
export function useOfferedRoles(role: Role) {
  const ownPermissions = useUser()?.effectivePermissions ?? []
  const getRolePermissions = useRolePermissions()
  const isOffered = (each: Role) =>
    each === role ||
    getRolePermissions?.(each).every((permission) => ownPermissions.includes(permission))
  return roles.filter(isOffered).map((value) => ({ value, label: formatUserRole(value) }))
}
