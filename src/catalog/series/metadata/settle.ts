/**
 * Who may say what a field is. A lock settles it against every machine; below that a person's word
 * ranks over a provider's, a provider's over what stands in the file, and that over the path.
 *
 *   settle(standing, offered, source, lockOf?) -> { changes, sources }
 *   mayWrite(standing, field, source, lockOf?) -> boolean      (labels, alternate titles, covers)
 *
 * Only for automatic writers: locks never stop a person.
 */

/** What is stored now: the values of the fields, the locks that are set, where each value came from. */
export interface Standing {
  readonly values: Readonly<Record<string, unknown>>
  readonly locks: readonly string[]
  readonly sources: Readonly<Record<string, string>>
}

export interface Settled<Offer> {
  /** The fields to be written; empty when the offer changes nothing. */
  changes: Partial<Offer>
  /** The whole new record of sources. */
  sources: Record<string, string>
}

/** Name of the lock that guards a field of a series. */
export const seriesLockOf = (field: string) => (field === 'authors' ? 'authorsJsonLock' : field)

/**
 * Takes from an offer of `source` (`comicinfo`, `epub`, `path`, `plugin:<name>` …) what it may write.
 * A member that is undefined says nothing. null says that this source has no value (any more): it
 * takes back only what a source of the same rank had said.
 */
export function settle<Offer extends object>(
  standing: Standing,
  offered: Offer,
  source: string,
  lockOf = seriesLockOf,
): Settled<Offer> {
  const changes: Partial<Offer> = {}
  const sources: Record<string, string> = { ...standing.sources }
  for (const [field, value] of Object.entries(offered)) {
    if (value === undefined || !mayWrite(standing, field, source, lockOf)) continue
    if (value === null && !isTakenBack(standing, field, source)) continue
    if (value === null) delete sources[field]
    else sources[field] = source
    if (isSame(standing.values[field], value)) continue
    changes[field as keyof Offer] = value
  }
  return { changes, sources }
}

export function mayWrite(
  { locks, sources }: Pick<Standing, 'locks' | 'sources'>,
  field: string,
  source: string,
  lockOf = seriesLockOf,
): boolean {
  return !locks.includes(lockOf(field)) && rankOf(source) >= rankOf(sources[field])
}

const isTakenBack = ({ sources, values }: Standing, field: string, source: string) =>
  values[field] !== null &&
  sources[field] !== undefined &&
  rankOf(sources[field]) === rankOf(source)

/** Equal as they would be stored. */
export const isSame = (a: unknown, b: unknown) => Bun.deepEquals(a ?? null, b ?? null)

function rankOf(source: string | undefined): number {
  if (source === undefined) return 0
  if (source === 'path') return 1
  if (source === 'edited') return 4
  return source.startsWith('plugin:') ? 3 : 2
}
