/** Chooses all libraries or some of them. */
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query'
import { Select } from '../../../components/controls/select'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'

/** null for all libraries, including future ones. */
export type Reach = readonly string[] | null

interface LibraryChoiceProps {
  value: Reach
  onChange: (value: string[] | null) => void
  /** Shown below the chosen libraries. */
  hint: (count: number) => string
}

export function LibraryChoice({ value, onChange, hint }: LibraryChoiceProps) {
  const libraries = useQuery(apiQuery('/api/v1/libraries')).data ?? []
  const turn = (id: string) =>
    onChange(value?.includes(id) ? value.filter((each) => each !== id) : [...(value ?? []), id])
  return (
    <div className={styles.withHint}>
      <Select<'all' | 'some'>
        label={t('Libraries')}
        choices={[
          { value: 'all', label: t('All libraries') },
          { value: 'some', label: t('Selected libraries') },
        ]}
        value={value ? 'some' : 'all'}
        onChange={(next) => onChange(next === 'all' ? null : libraries.map(({ id }) => id))}
      />
      {value && (
        <>
          <div className={styles.checks} role="group" aria-label={t('Selected libraries')}>
            {libraries.map(({ id, name }) => (
              <label key={id} className={styles.check}>
                <input type="checkbox" checked={value.includes(id)} onChange={() => turn(id)} />
                <span>{name}</span>
              </label>
            ))}
          </div>
          <p className={styles.hint}>{hint(value.length)}</p>
        </>
      )}
    </div>
  )
}
