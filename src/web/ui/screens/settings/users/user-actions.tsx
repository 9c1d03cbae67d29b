/** Actions for an account that apply immediately, without saving. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { t } from '../../../i18n/i18n'
import { usePermission, useUser } from '../../../state/session/session'
import { Confirm } from '../shared/confirm'
import styles from '../settings.module.css'
import { useChange } from '../../../components/use-change'

interface UserActionsProps {
  user: Schemas['User']
  onClose: () => void
}

export function UserActions({ user, onClose }: UserActionsProps) {
  const mayDelete = usePermission('users:delete')
  if (useUser()?.id === user.id) return null
  return (
    <div className={styles.actions}>
      <SignOut user={user} />
      <DisableTwoFactor user={user} />
      {mayDelete && <DeleteUser user={user} onClose={onClose} />}
    </div>
  )
}

function SignOut({ user: { id, username } }: Pick<UserActionsProps, 'user'>) {
  const end = useChange({
    act: () =>
      readResponse(api.DELETE('/api/v1/users/{id}/sessions', { params: { path: { id } } })),
    done: ({ endedCount }) =>
      t(
        '{count, plural, =0 {{name} was not signed in} one {Signed out {name} on # device} other {Signed out {name} on # devices}}',
        { count: endedCount, name: username },
      ),
  })
  return (
    <Button small busy={end.isPending} onClick={() => end.mutate()}>
      {t('Sign out of all devices')}
    </Button>
  )
}

/** Disables two-factor authentication for users who have lost their phone. */
function DisableTwoFactor({ user: { id, username } }: Pick<UserActionsProps, 'user'>) {
  const [isAsked, setAsked] = useState(false)
  const disable = useChange({
    once: true,
    act: () =>
      readResponse(api.DELETE('/api/v1/users/{id}/two-factor', { params: { path: { id } } })),
    done: t('{name} can now sign in without a code', { name: username }),
    onDone: () => setAsked(false),
  })
  return (
    <>
      <Button small onClick={() => setAsked(true)}>
        {t('Turn off two-factor authentication…')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('Turn off two-factor authentication?')}
          action={t('Turn off')}
          busy={disable.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => disable.mutate()}
        >
          <p>{t('{name} will then sign in with just a password', { name: username })}</p>
        </Confirm>
      )}
    </>
  )
}

function DeleteUser({ user: { id, username }, onClose }: UserActionsProps) {
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const remove = useChange({
    act: () => readResponse(api.DELETE('/api/v1/users/{id}', { params: { path: { id } } })),
    done: t('Deleted {name}', { name: username }),
    onDone: () => {
      // Refreshes only the lists, because queries for the deleted account would fail.
      void queries.invalidateQueries({ queryKey: ['/api/v1/users'] })
      onClose()
    },
  })
  return (
    <>
      <Button variant="danger" small onClick={() => setAsked(true)}>
        {t('Delete user…')}
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
              'This also deletes the user’s reading progress, bookmarks, ratings and private lists',
            )}
          </p>
        </Confirm>
      )}
    </>
  )
}
