/** Edits the account of another user. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { t } from '../../../i18n/i18n'
import { usePermission, useUser } from '../../../state/session/session'
import { ChangesSheet } from '../shared/changes-sheet'
import { FormSection } from '../shared/settings-section'
import { useVersion } from '../shared/use-version'
import { PermissionList } from '../permissions/permission-list'
import { useChange } from '../../../components/use-change'
import { AccountFields, type FieldsProps, OwnAccount } from './account-fields'
import { AdditionalPermissions } from './additional-permissions'
import type { Reach } from '../libraries/library-choice'
import { saveAccess } from '../access/save-access'
import { type AccessChanges, UserAccess } from '../access/user-access'
import { LibraryAccess } from './library-access'
import { PictureField } from '../account/picture-field'
import { RoleChoice } from './role-choice'
import { UserActions } from './user-actions'
import { UserKeys } from './user-keys'

interface EditUserProps {
  user: Schemas['User']
  onClose: () => void
}

export function EditUser({ user, onClose }: EditUserProps) {
  const params = { path: { id: user.id } }
  const version = useVersion(user.id, () => api.GET('/api/v1/users/{id}', { params }))
  const saveUser = (body: Schemas['UserPatch']) =>
    version.save((headers) => api.PATCH('/api/v1/users/{id}', { params, headers, body }))
  if (version.isLoading) return null
  return <UserForm user={version.value ?? user} saveUser={saveUser} onClose={onClose} />
}

interface UserFormProps extends EditUserProps {
  saveUser: (patch: Schemas['UserPatch']) => Promise<void>
}

function UserForm({ user, saveUser, onClose }: UserFormProps) {
  const isMe = useUser()?.id === user.id
  const [changes, setChanges] = useState<Schemas['UserPatch']>({})
  const [reach, setReach] = useState<Reach>()
  const [access, setAccess] = useState<AccessChanges>({})
  const mayLimit = usePermission('system:admin')
  const isEdited = Object.keys(changes).length > 0
  const isAdmin = (changes.role ?? user.role) === 'admin'
  const save = useChange({
    once: true,
    act: async () => {
      if (isEdited) await saveUser(changes)
      // Comes after the role, because administrators' access to libraries cannot be restricted.
      if (reach !== undefined && !isAdmin) await saveReach(user.id, reach)
      if (!isAdmin) await saveAccess(user.id, access)
    },
    done: t('Saved'),
    stale: ['/api/v1/users', '/api/v1/access'],
    onDone: onClose,
    quiet: true,
  })
  const onChange = (patch: Schemas['UserPatch']) => setChanges((last) => ({ ...last, ...patch }))
  return (
    <ChangesSheet
      title={user.username}
      isChanged={isEdited || reach !== undefined || Object.keys(access).length > 0}
      save={save}
      onClose={onClose}
    >
      <FormSection title={t('Account')}>
        {isMe && <OwnAccount />}
        {!isMe && <AccountFields user={user} changes={changes} onChange={onChange} />}
        <PictureField person={user} />
      </FormSection>
      <FormSection title={t('Permissions of {name}', { name: user.username })}>
        <PermissionFields user={user} changes={changes} onChange={onChange} />
        {!isAdmin && <OpenLibraries user={user} value={reach} onChange={setReach} />}
      </FormSection>
      {mayLimit && !isAdmin && (
        <FormSection title={t('Restrictions for {name}', { name: user.username })}>
          <UserAccess user={user} reach={reach} changes={access} onChange={setAccess} />
        </FormSection>
      )}
      {!isMe && <UserKeys user={user} />}
      <UserActions user={user} onClose={onClose} />
    </ChangesSheet>
  )
}

const saveReach = (id: string, reach: Reach) =>
  readResponse(
    api.PUT('/api/v1/users/{id}/libraries', {
      params: { path: { id } },
      body: { libraryIds: reach && [...reach] },
    }),
  )

function PermissionFields({ user, changes, onChange }: FieldsProps) {
  const role = changes.role ?? user.role
  const permissions = changes.permissions ?? user.permissions
  return (
    <>
      <RoleChoice role={role} onChange={(next) => onChange({ role: next })} />
      <AdditionalPermissions role={role} permissions={permissions} onChange={onChange} />
      <PermissionList holder={{ role, permissions }} />
    </>
  )
}

interface OpenLibrariesProps {
  user: Schemas['User']
  /** undefined if unchanged. */
  value: Reach | undefined
  onChange: (value: Reach) => void
}

function OpenLibraries({ user: { id }, value, onChange }: OpenLibrariesProps) {
  const stored = useQuery({
    ...apiQuery('/api/v1/users/{id}/libraries', { params: { path: { id } } }),
    staleTime: 0,
  })
  if (!stored.data) return null
  const present = value === undefined ? stored.data.libraryIds : value
  return <LibraryAccess value={present} onChange={onChange} />
}
