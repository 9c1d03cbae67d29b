/** Effective permissions: those of the role, and additional ones. */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { FactRows } from '../../../components/details/facts'
import { t } from '../../../i18n/i18n'
import { type Permission, scopes } from './permission-labels'
import styles from '../settings.module.css'

type Role = Schemas['User']['role']

export interface Holder {
  role: Role
  permissions: readonly Permission[]
}

/** Returns a function that looks up the permissions of a role, or undefined while loading. */
export function useRolePermissions(): ((role: Role) => readonly Permission[]) | undefined {
  const roles = useQuery(apiQuery('/api/v1/roles')).data
  return roles && ((role) => roles.find((each) => each.role === role)?.permissions ?? [])
}

/** Returns all effective permissions, or undefined while loading. */
export function useEffectivePermissions({ role, permissions }: Holder) {
  const getRolePermissions = useRolePermissions()
  return getRolePermissions && new Set([...getRolePermissions(role), ...permissions])
}

export function PermissionList({ holder }: { holder: Holder }) {
  const rights = useEffectivePermissions(holder)
  if (!rights) return null
  return (
    <section className={styles.rights}>
      <h4 className={styles.legend}>{t('Effective permissions')}</h4>
      <FactRows
        facts={scopes().map((group) => {
          const some = group.scopes.filter(({ permission }) => rights.has(permission))
          return [group.words, some.map(({ words }) => words).join(' · ') || t('Nothing')]
        })}
      />
    </section>
  )
}
