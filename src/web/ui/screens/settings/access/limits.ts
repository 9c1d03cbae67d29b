/** Restrictions as edited in the user and group forms. */
import type { Schemas } from '../../../api/client'

export type Limits = Schemas['UserRestrictions']
export type LimitsPatch = Partial<Limits>

/**
 * Applies the changes of a form. As on the server, a new age limit hides series without an age
 * rating unless the change says otherwise.
 */
export const mergeLimits = (stored: Limits, changes: LimitsPatch): Limits => ({
  ...stored,
  ...changes,
  hidesUnrated: changes.hidesUnrated ?? (stored.ageLimit === null || stored.hidesUnrated),
})

export const noLimits: Limits = {
  libraryIds: null,
  ageLimit: null,
  hidesUnrated: false,
  allowedTagIds: [],
  deniedTagIds: [],
}

export type TagMode = 'none' | 'allow' | 'deny'

export const modeOf = ({ allowedTagIds, deniedTagIds }: LimitsPatch, id: string): TagMode => {
  if (deniedTagIds?.includes(id)) return 'deny'
  return allowedTagIds?.includes(id) ? 'allow' : 'none'
}

/** Moves a tag to the list for its mode, or removes it from both for `none`. Returns both lists. */
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
