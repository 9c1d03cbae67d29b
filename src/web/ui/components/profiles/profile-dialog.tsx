/** Chooses a reading profile for series. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../api/query'
import { t } from '../../i18n/i18n'
import { Dialog } from '../dialogs/dialog'
import { ErrorState, Loading } from '../feedback/states'
import { CheckIcon } from '../icons'
import lists from '../lists/lists.module.css'
import { useChange } from '../use-change'
import {
  chooseProfile,
  profilesQuery,
  type ReadingProfile,
  staleAfterProfiles,
} from './profile-requests'

interface DialogProps {
  seriesIds: readonly string[]
  onClose: () => void
  /** Content above the list: a form that creates a profile. */
  children?: ReactNode
}

export function ProfileDialog({ seriesIds, onClose, children }: DialogProps) {
  return (
    <Dialog open onClose={onClose} title={t('Reading profile')}>
      {children}
      <Choices seriesIds={seriesIds} onClose={onClose} hint={!children} />
    </Dialog>
  )
}

interface ChoicesProps extends Pick<DialogProps, 'seriesIds' | 'onClose'> {
  /** Whether to explain where profiles are created. */
  hint: boolean
}

function Choices({ seriesIds, onClose, hint }: ChoicesProps) {
  const { data, error, refetch } = useQuery(profilesQuery())
  const current = useCurrentProfile(seriesIds)
  const choose = useChange({
    act: (profile: ReadingProfile | null) => chooseProfile(profile?.id ?? null, seriesIds),
    stale: staleAfterProfiles,
    onDone: onClose,
    once: true,
  })
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  const { profiles } = data
  const choices = [null, ...profiles]
  return (
    <>
      {hint && profiles.length === 0 && (
        <p>
          {t('You don’t have any reading profiles yet. Create one in the settings of the reader.')}
        </p>
      )}
      {profiles.length > 0 && (
        <ul role="list" className={lists.choices} aria-label={t('Reading profiles')}>
          {choices.map((profile) => (
            <li key={profile?.id ?? ''}>
              <button
                type="button"
                className={lists.choice}
                aria-pressed={current === (profile?.id ?? null)}
                onClick={() => choose.mutate(profile)}
              >
                <span>{profile?.name ?? t('No profile')}</span>
                {current === (profile?.id ?? null) && <CheckIcon size={18} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Returns null if no profile is chosen, and undefined for several series or while loading. */
function useCurrentProfile(seriesIds: readonly string[]) {
  const [id = ''] = seriesIds
  const { data } = useQuery({
    ...apiQuery('/api/v1/preferences', { params: { query: { scope: 'series', id } } }),
    enabled: seriesIds.length === 1,
  })
  if (!data) return undefined
  return data.preferences['reader.profile'] ?? null
}
