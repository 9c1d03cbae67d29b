import { lazy, Suspense } from 'react'
import { useStore } from '../../state/store'
import { choosingProfile } from './choosing-profile'

const ProfileDialog = lazy(async () => ({
  default: (await import('./profile-dialog')).ProfileDialog,
}))

export function ProfileHost() {
  const seriesIds = useStore(choosingProfile)
  if (!seriesIds) return null
  return (
    <Suspense>
      <ProfileDialog seriesIds={seriesIds} onClose={() => choosingProfile.set(undefined)} />
    </Suspense>
  )
}
