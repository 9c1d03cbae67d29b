/** Chooses access groups. Renders nothing if there are none. */
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'

interface GroupChoiceProps {
  /** IDs of the chosen groups. */
  value: readonly string[]
  onChange: (value: readonly string[]) => void
}

export function GroupChoice({ value, onChange }: GroupChoiceProps) {
  const groups = useQuery(apiQuery('/api/v1/access-groups')).data ?? []
  if (groups.length === 0) return null
  const turn = (id: string) =>
    onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id])
  return (
    <div className={styles.checks} role="group" aria-label={t('Access groups')}>
      {groups.map(({ id, name }) => (
        <label key={id} className={styles.check}>
          <input type="checkbox" checked={value.includes(id)} onChange={() => turn(id)} />
          <span>{name}</span>
        </label>
      ))}
    </div>
  )
}
