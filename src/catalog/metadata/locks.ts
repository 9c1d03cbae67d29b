/** Locks of an entity: each keeps automatic writers away from one field. */
import type { MetadataState } from './field-table'

export type LockFlags = Readonly<Record<string, boolean | null | undefined>>

/** Locks that are left out or null stay as they are. */
export const setLocks = (
  names: readonly string[],
  state: MetadataState,
  wanted: LockFlags,
): MetadataState => ({
  ...state,
  locks: names.filter((name) => wanted[name] ?? state.locks.includes(name)),
})

/** Whether the same locks are set, in whatever order. */
export const haveSameLocks = (a: readonly string[], b: readonly string[]) =>
  new Set(a).symmetricDifference(new Set(b)).size === 0
