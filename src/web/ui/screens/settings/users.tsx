import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client'
import { ask } from '../../api/query'
import { Button } from '../../components/button'
import { PlusIcon } from '../../components/icons'
import { ErrorState, Loading } from '../../components/states'
import { t } from '../../i18n/i18n'
import { formatAgo } from '../../i18n/moments'
import { useMay, useUser } from '../../state/session'
import { EditUser } from './edit-user'
import { NewUser } from './new-user'
import { Pager } from './pager'
import { Card, Entries, Entry, Part } from './part'
import styles from './settings.module.css'
import { type Permission, scopeSummary } from './scopes'
import { roleWords } from './words'

export function Users() {
  const [page, setPage] = useState(1)
  const [edited, setEdited] = useState<Schemas['User']>()
  const [isNew, setNew] = useState(false)
  const mayEdit = useMay('users:write')
  const users = useQuery({
    ...ask('/api/v1/users', { params: { query: { page, pageSize: 50, sort: 'username,asc' } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (users.isError) return <ErrorState error={users.error} retry={users.refetch} />
  if (!users.data) return <Loading />
  const { data, total, totalPages } = users.data
  return (
    <Part
      title={t('Users')}
      facts={t('{count, plural, one {# person} other {# people}}', { count: total })}
      actions={
        mayEdit && (
          <Button look="primary" icon={PlusIcon} onClick={() => setNew(true)}>
            {t('Add somebody')}
          </Button>
        )
      }
    >
      <Card>
        <Entries label={t('Users')}>
          {data.map((user) => (
            <UserEntry
              key={user.id}
              user={user}
              onEdit={mayEdit ? () => setEdited(user) : undefined}
            />
          ))}
        </Entries>
        <Pager page={page} pages={totalPages} onChange={setPage} />
      </Card>
      {isNew && <NewUser onClose={() => setNew(false)} />}
      {edited && <EditUser user={edited} onClose={() => setEdited(undefined)} />}
    </Part>
  )
}

interface UserEntryProps {
  user: Schemas['User']
  onEdit: (() => void) | undefined
}

function UserEntry({ user, onEdit }: UserEntryProps) {
  const me = useUser()
  const { username, email, role, permissions, isActive, lastLoginAt } = user
  const seen = lastLoginAt
    ? t('last signed in {when}', { when: formatAgo(lastLoginAt) })
    : t('never signed in')
  return (
    <Entry
      title={
        <>
          {username}
          <span className={styles.tag}>{roleWords(role)}</span>
          {me?.username === username && <span className={styles.tag}>{t('you')}</span>}
          {!isActive && <span className={styles.warned}>{t('locked out')}</span>}
        </>
      }
      facts={[email, seen, ...moreRights(permissions)].join(' · ')}
      actions={
        onEdit && (
          <Button small onClick={onEdit} aria-label={t('Edit {name}', { name: username })}>
            {t('Edit')}
          </Button>
        )
      }
    />
  )
}

/** What somebody may do besides what the role allows. */
const moreRights = (permissions: readonly Permission[]) =>
  permissions.length > 0 ? [t('also: {rights}', { rights: scopeSummary(permissions) })] : []
