import { t } from '../../../i18n/i18n'
import { type Permission, scopes } from './permission-labels'
import styles from '../settings.module.css'

interface ScopeChecksProps {
  /** Only these permissions are listed. */
  offered: readonly Permission[]
  chosen: readonly Permission[]
  onChange: (chosen: Permission[]) => void
  /** Permissions granted by the role. */
  given?: readonly Permission[]
}

export function PermissionChecks({ offered, chosen, onChange, given = [] }: ScopeChecksProps) {
  const turn = (permission: Permission) =>
    onChange(
      chosen.includes(permission)
        ? chosen.filter((each) => each !== permission)
        : [...chosen, permission],
    )
  return scopes().map((group) => {
    const shown = group.scopes.filter(({ permission }) => offered.includes(permission))
    if (shown.length === 0) return null
    return (
      <fieldset key={group.words}>
        <legend className={styles.legend}>{group.words}</legend>
        <div className={styles.checks}>
          {shown.map(({ permission, words }) => (
            <label key={permission} className={styles.check}>
              <input
                type="checkbox"
                checked={chosen.includes(permission) || given.includes(permission)}
                disabled={given.includes(permission)}
                onChange={() => turn(permission)}
              />
              <span>
                {words}
                {given.includes(permission) && (
                  <span className="hidden-words"> {t('(from role)')}</span>
                )}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    )
  })
}
