import type { Schemas } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { PersonFace } from '../../../components/entry/person-face'
import { t } from '../../../i18n/i18n'
import { formatAgo } from '../../../i18n/date-time'
import { useUser } from '../../../state/session/session'
import { Entry } from '../shared/settings-section'
import { useEffectivePermissions } from '../permissions/permission-list'
import { scopeSummary } from '../permissions/permission-labels'
import styles from '../settings.module.css'
import { formatUserRole } from '../../../labels/server-labels'

interface UserEntryProps {
  user: Schemas['User']
  mayEdit: boolean
  onOpen: (isEdited: boolean) => void
}

export function UserEntry({ user, mayEdit, onOpen }: UserEntryProps) {
  const me = useUser()
  const isMine = useIsWithinMine(user)
  const { username: name, role, isActive } = user
  return (
    <Entry
      title={
        <>
          <PersonFace person={user} size={30} />
          {name}
          <span className={styles.tag}>{formatUserRole(role)}</span>
          {me?.id === user.id && <span className={styles.tag}>{t('you')}</span>}
          {!isActive && <span className={styles.warned}>{t('disabled')}</span>}
        </>
      }
      facts={buildFacts(user).join(' · ')}
      actions={<Opener name={name} onOpen={onOpen} mayEdit={mayEdit && isMine} />}
    />
  )
}

interface OpenerProps extends Pick<UserEntryProps, 'onOpen'> {
  name: string
  /**
   * undefined while loading. Meanwhile, no button is shown, because it could change under the
   * pointer.
   */
  mayEdit: boolean | undefined
}

function Opener({ name, onOpen, mayEdit }: OpenerProps) {
  if (mayEdit === undefined) return null
  if (mayEdit) {
    return (
      <Button small onClick={() => onOpen(true)} aria-label={t('Edit {name}', { name })}>
        {t('Edit')}
      </Button>
    )
  }
  return (
    <Button small onClick={() => onOpen(false)} aria-label={t('Permissions of {name}', { name })}>
      {t('Permissions')}
    </Button>
  )
}

function buildFacts({ email, lastLoginAt, permissions }: Schemas['User']): string[] {
  return [
    email,
    lastLoginAt
      ? t('last signed in {when}', { when: formatAgo(lastLoginAt) })
      : t('never signed in'),
    ...(permissions.length > 0
      ? [t('additional permissions: {rights}', { rights: scopeSummary(permissions) })]
      : []),
  ]
}

/** Returns false for users with permissions that the viewer lacks, and undefined while loading. */
function useIsWithinMine(user: Schemas['User']): boolean | undefined {
  const ownPermissions = useUser()?.effectivePermissions ?? []
  const userPermissions = useEffectivePermissions(user)
  return userPermissions && [...userPermissions].every((right) => ownPermissions.includes(right))
}
