/** A user picker with search. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { apiQuery } from '../../../api/query'
import { Field } from '../../../components/controls/field'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'

interface PeopleProps {
  value: readonly string[]
  onChange: (value: string[]) => void
}

const shown = 100

export function UserPicker({ value, onChange }: PeopleProps) {
  const [search, setSearch] = useState('')
  const part = useDeferredValue(search.trim())
  const query = { pageSize: shown, sort: 'username,asc', ...(part && { search: part }) }
  const users = useQuery({
    ...apiQuery('/api/v1/users', { params: { query } }),
    placeholderData: keepPreviousData,
  })
  const turn = (id: string) =>
    onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id])
  const found = users.data?.data.filter(({ role }) => role !== 'admin') ?? []
  return (
    <div className={styles.withHint}>
      {(part || (users.data?.total ?? 0) > 10) && (
        <Field
          name="search"
          type="search"
          label={t('Find users')}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={styles.checks} role="group" aria-label={t('Users')}>
        {found.map(({ id, username }) => (
          <label key={id} className={styles.check}>
            <input type="checkbox" checked={value.includes(id)} onChange={() => turn(id)} />
            <span>{username}</span>
          </label>
        ))}
      </div>
      <p className={styles.hint}>
        {t('{count, plural, one {# user selected} other {# users selected}}', {
          count: value.length,
        })}
      </p>
    </div>
  )
}
