import { t } from '../../i18n/i18n'
import fieldStyles from '../controls/field.module.css'
import { EditSelect } from '../edit/fields/edit-select'
import styles from '../edit/edit.module.css'
import { useEditing } from '../edit/form/edit-context'

interface BulkLocksProps {
  /** Lockable fields. `field` is the server's name for the lock. */
  fields: readonly { field: string; label: string }[]
}

/** Protects fields of all selected items from scans, or removes that protection. */
export function BulkLocks({ fields }: BulkLocksProps) {
  const { draft, lock, unlockChoice } = useEditing()
  return (
    <div className={styles.grid}>
      <p className={styles.hint}>
        {t('Locked fields aren’t changed by scans. Anything you edit is locked automatically.')}
      </p>
      {fields.map(({ field, label }) => (
        <div key={field} className={styles.field}>
          <label htmlFor={`lock-${field}`} className={fieldStyles.label}>
            {label}
          </label>
          <EditSelect
            id={`lock-${field}`}
            value={getChoice(draft.locks[field])}
            choices={[
              { value: '', label: t('Unchanged') },
              { value: 'locked', label: t('Lock') },
              { value: 'unlocked', label: t('Unlock') },
            ]}
            onChange={(choice) =>
              choice === '' ? unlockChoice?.(field) : lock(field, choice === 'locked')
            }
          />
        </div>
      ))}
    </div>
  )
}

const getChoice = (isLocked: boolean | undefined) =>
  isLocked === undefined ? '' : isLocked ? 'locked' : 'unlocked'
