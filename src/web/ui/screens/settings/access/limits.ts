/** Restrictions as edited in the user and group forms. */
import type { Schemas } from '../../../api/client'

type Limits = Schemas['UserRestrictions']
export type LimitsPatch = Partial<Limits>

export type TagMode = 'none' | 'allow' | 'deny'

export const modeOf = ({ allowedTagIds, deniedTagIds }: LimitsPatch, id: string): TagMode => {
  if (deniedTagIds?.includes(id)) return 'deny'
  return allowedTagIds?.includes(id) ? 'allow' : 'none'
}

/** Moves a tag to the list for its mode, if there is one. Returns both lists. */
export function withMode(limits: LimitsPatch, id: string, mode: TagMode): LimitsPatch {
  const without = (ids: readonly string[] = []) => ids.filter((one) => one !== id)
  const [allowedTagIds, deniedTagIds] = [
    without(limits.allowedTagIds),
    without(limits.deniedTagIds),
  ]
  if (mode === 'allow') allowedTagIds.push(id)
  if (mode === 'deny') deniedTagIds.push(id)
  return { allowedTagIds, deniedTagIds }
}
