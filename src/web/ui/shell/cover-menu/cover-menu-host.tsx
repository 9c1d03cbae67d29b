import { lazy, Suspense, useState } from 'react'
import { coverMenu } from '../../components/covers/cover-menu'
import { useStore } from '../../state/store'

const OpenedCoverMenu = lazy(async () => ({
  default: (await import('./opened-cover-menu')).OpenedCoverMenu,
}))

/** The single menu shared by all covers. Its code loads on first use. */
export function CoverMenuHost() {
  const request = useStore(coverMenu)
  // Stays mounted when the menu closes: its actions may still be running.
  const [last, setLast] = useState(request)
  if (request && request !== last) setLast(request)
  const shown = request ?? last
  if (!shown) return null
  const { kind, id } = shown.target
  return (
    <Suspense>
      <OpenedCoverMenu key={`${kind} ${id}`} request={shown} isOpen={request !== undefined} />
    </Suspense>
  )
}
