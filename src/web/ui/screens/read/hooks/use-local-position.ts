import { useState } from 'react'
import type { Schemas } from '../../../api/client'
import { findLastPosition, type LastPosition } from '../../../state/offline/last-position'
import { isFromCopy } from '../../../state/offline/saved-copies'
import { useUser } from '../../../state/session/session'

/**
 * Returns the position stored in this browser if the book was loaded from a saved copy and the
 * copy's position is older. Does not change while the book is open.
 */
export function useLocalPosition(
  { id, readProgress }: Pick<Schemas['Book'], 'id' | 'readProgress'>,
  as: LastPosition['as'],
): LastPosition | undefined {
  const user = useUser()
  const [position] = useState(() => {
    if (!user || !isFromCopy(id)) return undefined
    const last = findLastPosition(user.id, id)
    const known = readProgress ? Date.parse(readProgress.updatedAt) : 0
    return last?.as === as && last.at > known ? last : undefined
  })
  return position
}
