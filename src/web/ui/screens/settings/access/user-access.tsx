/** Part of the user form: limits, groups, and the resulting access. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Schemas } from '../../../api/client'
import { apiQuery, queryClient } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { t } from '../../../i18n/i18n'
import { viewedUser } from '../../../state/session/view-as'
import type { Reach } from '../libraries/library-choice'
import styles from '../settings.module.css'
import { EffectiveAccess } from './effective-access'
import { GroupChoice } from './group-choice'
import { LimitFields } from './limit-fields'
import { type LimitsPatch, mergeLimits } from './limits'
import { VisibleSeries } from './visible-series'

export interface AccessChanges {
  limits?: LimitsPatch
  groupIds?: readonly string[]
}

interface UserAccessProps {
  user: Schemas['User']
  /** The libraries chosen in the form; undefined if unchanged. */
  reach: Reach | undefined
  changes: AccessChanges
  onChange: (changes: AccessChanges) => void
}

export function UserAccess({ user, reach, changes, onChange }: UserAccessProps) {
  const params = { path: { id: user.id } }
  const stored = useQuery({
    ...apiQuery('/api/v1/users/{id}/restrictions', { params }),
    staleTime: 0,
  })
  if (!stored.data) return null
  return (
    <>
      <LimitFields
        value={mergeLimits(stored.data, changes.limits ?? {})}
        onChange={(patch) => onChange({ ...changes, limits: { ...changes.limits, ...patch } })}
        effect={
          <VisibleSeries
            name={user.username}
            limits={{
              userId: user.id,
              ...changes.limits,
              ...(reach !== undefined && { libraryIds: reach && [...reach] }),
              ...(changes.groupIds && { accessGroupIds: [...changes.groupIds] }),
            }}
          />
        }
      />
      <Groups user={user} changes={changes} onChange={onChange} />
      <EffectiveAccess userId={user.id} />
      <ViewAs user={user} />
    </>
  )
}

function Groups({ user, changes, onChange }: Omit<UserAccessProps, 'reach'>) {
  const own = useQuery({
    ...apiQuery('/api/v1/users/{id}/access-groups', { params: { path: { id: user.id } } }),
    staleTime: 0,
  })
  if (!own.data) return null
  const value = changes.groupIds ?? own.data.map(({ id }) => id)
  return <GroupChoice value={value} onChange={(groupIds) => onChange({ ...changes, groupIds })} />
}

/**
 * Shows the library as this user sees it. Clears the cache, because all cached responses belong to
 * the administrator.
 */
function ViewAs({ user: { id, username: name, isActive } }: Pick<UserAccessProps, 'user'>) {
  const navigate = useNavigate()
  if (!isActive) return null
  const start = async () => {
    await navigate({ to: '/library' })
    viewedUser.set({ id, name })
    await queryClient.resetQueries()
  }
  return (
    <div className={styles.actions}>
      <Button small onClick={() => void start()}>
        {t('View as {name}', { name })}
      </Button>
    </div>
  )
}
