import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { keyHelp, useKeys } from '../state/browser/shortcuts'
import { useStore } from '../state/store'

const KeyList = lazy(async () => ({ default: (await import('./shortcut-sheet')).KeyList }))

/** The keys of the whole interface, and the list of them. */
export function KeyHelp() {
  const isOpen = useStore(keyHelp)
  const navigate = useNavigate()
  const keys = useMemo(
    () => ({
      '?': () => keyHelp.set(true),
      'g h': () => void navigate({ to: '/' }),
      'g l': () => void navigate({ to: '/library', search: {} }),
      'g w': () => void navigate({ to: '/want-to-read' }),
    }),
    [navigate],
  )
  useKeys(keys)
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <KeyList />
    </Suspense>
  )
}
