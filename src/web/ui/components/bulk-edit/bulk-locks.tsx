import { t } from '../../i18n/i18n'
import { EditSelect } from '../edit/edit-select'
import styles from '../edit/edit.module.css'
import { useEditing } from '../edit/editing'

/** Fields that scans may change or not, in all that are chosen. */
export function BulkLocks() {
  const { draft, lock, unlockChoice } = useEditing()
  return (
    <div className={styles.grid}>
      <p className={styles.hint}>
        {t('A locked field is changed by no scan. What you change here is locked anyway.')}
      </p>
      {fields().map(({ field, label }) => (
        <div key={field} className={styles.field}>
          <label htmlFor={`lock-${field}`} className={styles.label}>
            {label}
          </label>
          <EditSelect
            id={`lock-${field}`}
            value={choiceOf(draft.locks[field])}
            choices={[
              { value: '', label: t('as it is') },
              { value: 'locked', label: t('lock') },
              { value: 'unlocked', label: t('unlock') },
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

const choiceOf = (isLocked: boolean | undefined) =>
  isLocked === undefined ? '' : isLocked ? 'locked' : 'unlocked'

const fields = () => [
  { field: 'title', label: t('Title') },
  { field: 'titleSort', label: t('Sorted as') },
  { field: 'summary', label: t('Summary') },
  { field: 'status', label: t('Status') },
  { field: 'readingDirection', label: t('Reading direction') },
  { field: 'publisher', label: t('Publisher') },
  { field: 'imprint', label: t('Imprint') },
  { field: 'language', label: t('Language') },
  { field: 'ageRating', label: t('From what age') },
  { field: 'year', label: t('Year') },
  { field: 'genres', label: t('Genres') },
  { field: 'tags', label: t('Tags') },
  { field: 'authorsJsonLock', label: t('People') },
  { field: 'cover', label: t('Cover') },
]
