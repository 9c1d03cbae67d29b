import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'
import { useUser } from '../../../state/session/session'
import { type Holder, useRolePermissions } from '../permissions/permission-list'
import { PermissionChecks } from '../permissions/permission-checks'
import type { Permission } from '../permissions/permission-labels'
import styles from '../settings.module.css'

interface AdditionalPermissionsProps extends Holder {
  onChange: (patch: Pick<Schemas['UserPatch'], 'permissions'>) => void
}

/** Additional permissions. Those granted by the role are checked and cannot be changed. */
export function AdditionalPermissions({ role, permissions, onChange }: AdditionalPermissionsProps) {
  const ownPermissions = useUser()?.effectivePermissions ?? []
  const given = useRolePermissions()?.(role)
  // Administrators have all permissions anyway.
  if (role === 'admin' || !given) return null
  return (
    <details>
      <summary className={styles.summary}>{t('Additional permissions')}</summary>
      <div className={styles.form}>
        <p className={styles.hint}>
          {t('Permissions of the role always apply. Select any extra permissions for this user.')}
        </p>
        <PermissionChecks
          offered={[...new Set<Permission>([...ownPermissions, ...given])]}
          chosen={permissions}
          given={given}
          onChange={(next) => onChange({ permissions: next })}
        />
      </div>
    </details>
  )
}
