/** One part of the settings, loaded when it is first shown. */
import { useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { Loading } from '../../components/states'
import { NotFound } from '../../shell/broken'
import { useSections } from './sections'

const parts: Readonly<Record<string, ComponentType>> = {
  profile: lazy(async () => ({ default: (await import('./profile')).Profile })),
  sessions: lazy(async () => ({ default: (await import('./sessions')).Sessions })),
  keys: lazy(async () => ({ default: (await import('./keys/keys')).Keys })),
  appearance: lazy(async () => ({ default: (await import('./appearance')).Appearance })),
  reading: lazy(async () => ({ default: (await import('./reading')).Reading })),
  libraries: lazy(async () => ({ default: (await import('./libraries/libraries')).Libraries })),
  users: lazy(async () => ({ default: (await import('./users/users')).Users })),
  tasks: lazy(async () => ({ default: (await import('./tasks')).Tasks })),
  problems: lazy(async () => ({ default: (await import('./problems')).Problems })),
  trash: lazy(async () => ({ default: (await import('./trash')).Trash })),
  duplicates: lazy(async () => ({ default: (await import('./duplicates')).Duplicates })),
  names: lazy(async () => ({ default: (await import('./names')).Names })),
  'clean-up': lazy(async () => ({ default: (await import('./clean-up')).CleanUp })),
  statistics: lazy(async () => ({ default: (await import('./statistics')).Statistics })),
  logs: lazy(async () => ({ default: (await import('./logs')).Logs })),
  about: lazy(async () => ({ default: (await import('./about')).About })),
}

export function SettingsSection() {
  const { section = '' } = useParams({ strict: false })
  const groups = useSections()
  const isShown = groups.some(({ sections }) => sections.some(({ name }) => name === section))
  const Part = parts[section]
  if (!isShown || !Part) return <NotFound />
  return (
    <Suspense fallback={<Loading />}>
      <Part />
    </Suspense>
  )
}
