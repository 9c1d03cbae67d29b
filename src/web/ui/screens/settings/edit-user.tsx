import { useState } from 'react'
import { answerOf, api, type Schemas } from '../../api/client'
import { errorWords } from '../../api/error-words'
import { Button } from '../../components/button'
import { Sheet } from '../../components/dialog'
import { Problem } from '../../components/entry-page'
import { Field } from '../../components/field'
import { Switch } from '../../components/switch'
import { t } from '../../i18n/i18n'
import { useMay, useUser } from '../../state/session'
import { Confirm } from './confirm'
import { RoleChoice } from './role-choice'
import { ScopeChecks } from './scope-checks'
import styles from './settings.module.css'
import { useChange } from './use-change'

type User = Schemas['User']
type Patch = Schemas['UserPatch']

interface EditUserProps {
  user: User
  onClose: () => void
}

export function EditUser({ user, onClose }: EditUserProps) {
  const [changes, setChanges] = useState<Patch>({})
  const save = useChange({
    act: () =>
      answerOf(
        api.PATCH('/api/v1/users/{id}', { params: { path: { id: user.id } }, body: changes }),
      ),
    done: t('Saved'),
    stale: ['/api/v1/users'],
    onDone: onClose,
    quiet: true,
  })
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button
        look="primary"
        busy={save.isPending}
        disabled={Object.keys(changes).length === 0}
        onClick={() => save.mutate()}
      >
        {t('Save')}
      </Button>
    </>
  )
  return (
    <Sheet open onClose={onClose} title={user.username} actions={actions}>
      <div className={styles.form}>
        {save.isError && <Problem>{errorWords(save.error)}</Problem>}
        <UserForm
          user={user}
          changes={changes}
          onChange={(patch) => setChanges((last) => ({ ...last, ...patch }))}
        />
        <DeleteUser user={user} onClose={onClose} />
      </div>
    </Sheet>
  )
}

interface UserFormProps {
  user: User
  changes: Patch
  onChange: (patch: Patch) => void
}

function UserForm({ user, changes, onChange }: UserFormProps) {
  return (
    <>
      <Field
        label={t('User name')}
        name="username"
        value={changes.username ?? user.username}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={64}
        onChange={(event) => onChange({ username: event.target.value })}
      />
      <Field
        label={t('E-mail address')}
        name="email"
        type="email"
        value={changes.email ?? user.email}
        autoComplete="off"
        maxLength={254}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      <Field
        label={t('New password')}
        name="password"
        type="password"
        value={changes.password ?? ''}
        autoComplete="new-password"
        maxLength={1000}
        hint={t('Empty: it stays. A new one signs this account out everywhere.')}
        onChange={(event) => onChange({ password: event.target.value || null })}
      />
      <RoleChoice role={changes.role ?? user.role} onChange={(role) => onChange({ role })} />
      <Switch
        label={t('May sign in')}
        hint={t('Without it, all devices and keys of this account are shut out. Nothing is lost.')}
        checked={changes.isActive ?? user.isActive}
        onChange={(isActive) => onChange({ isActive })}
      />
      <MoreRights user={user} changes={changes} onChange={onChange} />
    </>
  )
}

function MoreRights({ user, changes, onChange }: UserFormProps) {
  const offered = useUser()?.effectivePermissions ?? []
  // An administrator has them all.
  if ((changes.role ?? user.role) === 'admin') return null
  return (
    <details>
      <summary className={styles.summary}>{t('Rights besides those of the role')}</summary>
      <div className={styles.form}>
        <p className={styles.hint}>
          {t('What the role allows is allowed in any case. Tick what this person may do besides.')}
        </p>
        <ScopeChecks
          offered={offered}
          chosen={changes.permissions ?? user.permissions}
          onChange={(permissions) => onChange({ permissions })}
        />
      </div>
    </details>
  )
}

function DeleteUser({ user: { id, username }, onClose }: EditUserProps) {
  const [isAsked, setAsked] = useState(false)
  const mayDelete = useMay('users:delete')
  const me = useUser()
  const remove = useChange({
    act: () => answerOf(api.DELETE('/api/v1/users/{id}', { params: { path: { id } } })),
    done: t('{name} is deleted', { name: username }),
    stale: ['/api/v1/users'],
    onDone: onClose,
  })
  if (!mayDelete || me?.username === username) return null
  return (
    <div className={styles.actions}>
      <Button look="danger" small onClick={() => setAsked(true)}>
        {t('Delete this account…')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('Delete {name}?', { name: username })}
          action={t('Delete')}
          name={username}
          busy={remove.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => remove.mutate()}
        >
          <p>
            {t(
              'Where this person stands in books, and all bookmarks, are deleted with the account.',
            )}
          </p>
        </Confirm>
      )}
    </div>
  )
}
