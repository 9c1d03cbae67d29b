/**
 * The order of sources. A lock stops every automatic writer. Below that a person ranks over a provider,
 * a provider over files, and files over the path.
 */
import type { Field, MetadataState } from './field-table'

export const edited = 'edited'

/** All files rank alike. */
export const fileRank = 'comicinfo'

/** Whether an automatic writer of this source may set the field. Locks never stop a person. */
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
