/**
 * Priority of sources: edits by users, providers, files, path. Locks protect a field from all
 * automatic writers.
 */
import type { Field, MetadataState } from './field-table'

export const edited = 'edited'

/** All files have the same rank. */
export const fileRank = 'comicinfo'

/** Whether an automatic writer with this source may set the field. Locks do not apply to users. */
export const mayWrite = (
  { locks, sources }: Pick<MetadataState, 'locks' | 'sources'>,
  { name, lock }: Pick<Field, 'lock'> & { name: string },
  source: string,
): boolean =>
  !(lock !== undefined && locks.includes(lock)) &&
  getSourceRank(source) >= getSourceRank(sources[name])

export function getSourceRank(source: string | undefined): number {
  if (source === undefined) return 0
  if (source === 'path') return 1
  if (source === edited) return 4
  return source.startsWith('plugin:') ? 3 : 2
}
