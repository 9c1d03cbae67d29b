import { useState } from 'react'
import type { Schemas } from '../../../api/client'
import { findLastPosition, type LastPosition } from '../../../state/offline/last-position'
import { isFromCopy } from '../../../state/offline/saved-copies'
import { useUser } from '../../../state/session/session'

/**
 * Position in this browser, if the book comes from a saved copy that has only an older one. Stays
 * the same while the book is open.
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
