import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { PlusIcon, SearchIcon } from '../../../components/icons'
import { EmptyState } from '../../../components/feedback/states'
import { t } from '../../../i18n/i18n'
import { usePermission } from '../../../state/session/session'
import { Pager } from '../../../components/grid/pager'
import { SettingsCard, Entries, Part, PendingSection } from '../shared/settings-section'
import { BulkLimits } from '../access/bulk-limits'
import { EditUser } from './edit-user'
import { NewUser } from './new-user'
import { UserEntry } from './user-entry'
import { type UserFilter, UserFilters } from './user-filters'
import { Sheet } from '../../../components/dialogs/dialog'
import { PermissionList } from '../permissions/permission-list'

const pageSize = 50

export function Users() {
  const [filter, setFilter] = useState<UserFilter>({})
  const [page, setPage] = useState(1)
  const [isNew, setNew] = useState(false)
  const [isLimiting, setLimiting] = useState(false)
  const mayLimit = usePermission('system:admin')
  const mayEdit = usePermission('users:write')
  const users = useUsers(useDeferredValue(filter), page)
  if (!users.data) return <PendingSection title={t('Users')} question={users} />
  const { data, total, totalPages } = users.data
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Part
      title={t('Users')}
      facts={t('{count, plural, one {# user} other {# users}}', { count: total })}
      actions={
        <>
          {mayLimit && (
            <Button onClick={() => setLimiting(true)}>{t('Restrict several users…')}</Button>
          )}
          {mayEdit && (
            <Button variant="primary" icon={PlusIcon} onClick={() => setNew(true)}>
              {t('Add user')}
            </Button>
          )}
        </>
      }
    >
      {(isFiltered || total > 10) && (
        <UserFilters
          value={filter}
          onChange={(next) => {
            setFilter(next)
            setPage(1)
          }}
        />
      )}
      {total === 0 ? (
        <EmptyState icon={SearchIcon} title={t('No matching users')} />
      ) : (
        <List users={data} mayEdit={mayEdit} />
      )}
      <Pager page={page} pages={totalPages} onChange={setPage} />
      {isNew && <NewUser onClose={() => setNew(false)} />}
      {isLimiting && <BulkLimits onClose={() => setLimiting(false)} />}
    </Part>
  )
}

function useUsers({ search, role, isActive }: UserFilter, page: number) {
  const query = {
    page,
    pageSize,
    sort: 'username,asc',
    ...(search && { search }),
    ...(role && { role }),
    ...(isActive && { isActive }),
  }
  return useQuery({
    ...apiQuery('/api/v1/users', { params: { query } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

interface Opened {
  user: Schemas['User']
  isEdited: boolean
}

function List({ users, mayEdit }: { users: readonly Schemas['User'][]; mayEdit: boolean }) {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <SettingsCard>
      <Entries label={t('Users')}>
        {users.map((user) => (
          <UserEntry
            key={user.id}
            user={user}
            mayEdit={mayEdit}
            onOpen={(isEdited) => setOpened({ user, isEdited })}
          />
        ))}
      </Entries>
      {opened?.isEdited === true && <EditUser user={opened.user} onClose={close} />}
      {opened?.isEdited === false && <UserPermissions user={opened.user} onClose={close} />}
    </SettingsCard>
  )
}

/** A read-only view for users who may not edit permissions. */
const UserPermissions = ({ user, onClose }: { user: Schemas['User']; onClose: () => void }) => (
  <Sheet open onClose={onClose} title={t('Permissions of {name}', { name: user.username })}>
    <PermissionList holder={user} />
  </Sheet>
)
