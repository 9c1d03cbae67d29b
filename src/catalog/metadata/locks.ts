/** Locks of an entity. Each protects one field from automatic writers. */
import type { MetadataState } from './field-table'

export type LockFlags = Readonly<Record<string, boolean | null | undefined>>

/** Omitted and null locks keep their value. */
export const setLocks = (
  names: readonly string[],
  state: MetadataState,
  wanted: LockFlags,
): MetadataState => ({
  ...state,
  locks: names.filter((name) => wanted[name] ?? state.locks.includes(name)),
})

/** Ignores the order. */
export const haveSameLocks = (a: readonly string[], b: readonly string[]) =>
  new Set(a).symmetricDifference(new Set(b)).size === 0
