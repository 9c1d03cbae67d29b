import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { shortcutHelp, useKeys } from '../state/browser/shortcuts'
import { useStore } from '../state/store'

const ShortcutList = lazy(async () => ({
  default: (await import('./shortcut-sheet')).ShortcutList,
}))

/** Global keyboard shortcuts and their list. */
export function ShortcutHelp() {
  const isOpen = useStore(shortcutHelp)
  const navigate = useNavigate()
  const keys = useMemo(
    () => ({
      '?': () => shortcutHelp.set(true),
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
      <ShortcutList />
    </Suspense>
  )
}
