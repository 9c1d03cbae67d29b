/** Locks of an entity. Each protects one field from all automatic writers. */
import type { Field, MetadataState } from './field-table'
import { getSourceRank } from './source-priority'

/** Returns true if an automatic writer with this source may set the field. */
export const mayWrite = (
  { locks, sources }: Pick<MetadataState, 'locks' | 'sources'>,
  { name, lock }: Pick<Field, 'lock'> & { name: string },
  source: string,
  providers: readonly string[] = [],
): boolean =>
  !(lock !== undefined && locks.includes(lock)) &&
  getSourceRank(source, providers) >= getSourceRank(sources[name], providers)

export type LockFlags = Readonly<Record<string, boolean | null | undefined>>

/** Sets locks. Those that are omitted or null keep their values. */
export const setLocks = (
  names: readonly string[],
  state: MetadataState,
  wanted: LockFlags,
): MetadataState => ({
  ...state,
  locks: names.filter((name) => wanted[name] ?? state.locks.includes(name)),
})

/** Compares two sets of locks, regardless of their order. */
export const haveSameLocks = (a: readonly string[], b: readonly string[]) =>
  new Set(a).symmetricDifference(new Set(b)).size === 0
