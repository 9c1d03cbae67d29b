/** Rules that limit which series a user sees, in addition to library access. Pure. */

/** Settings of one user or one access group. */
export interface AccessSettings {
  /** null means all libraries. */
  libraryIds: readonly string[] | null
  /** The highest visible age rating, or null for no limit. */
  ageLimit: number | null
  /** With an age limit: whether series without an age rating are hidden as well. */
  hidesUnrated: boolean
  deniedTagIds: readonly string[]
  /** A series must have one of these tags. An empty list means that there is no whitelist. */
  allowedTagIds: readonly string[]
}

export type AgeLimit = Pick<AccessSettings, 'ageLimit' | 'hidesUnrated'>

export const noAgeLimit: AgeLimit = { ageLimit: null, hidesUnrated: false }

export const unrestricted: AccessSettings = {
  ...noAgeLimit,
  libraryIds: null,
  deniedTagIds: [],
  allowedTagIds: [],
}

/**
 * Applies a change to an age limit. A new limit also hides series without an age rating unless the
 * change sets `hidesUnrated`, because nothing is known about such series. If the limit is not new,
 * `hidesUnrated` keeps its value unless the change sets it.
 */
export function resolveAgeLimit(
  before: AgeLimit,
  change: { ageLimit?: number | null | undefined; hidesUnrated?: boolean | undefined },
): AgeLimit {
  const ageLimit = change.ageLimit === undefined ? before.ageLimit : change.ageLimit
  const isNew = before.ageLimit === null && ageLimit !== null
  return { ageLimit, hidesUnrated: change.hidesUnrated ?? (isNew || before.hidesUnrated) }
}

/**
 * Restrictions that are checked for each series. If there are several whitelists, a series must
 * match each of them.
 */
export interface SeriesRestrictions {
  ageLimit: number | null
  hidesUnrated: boolean
  deniedTagIds: readonly string[]
  whitelists: readonly (readonly string[])[]
}

/** Combined from the settings of the user and all groups, and stored with the user. */
export interface Restrictions extends SeriesRestrictions {
  /** null means all libraries. */
  libraryIds: readonly string[] | null
}

/** The strictest settings apply, so joining a group never shows a user more than before. */
export function combineSettings(all: readonly AccessSettings[]): Restrictions {
  const limited = all.filter(({ ageLimit }) => ageLimit !== null)
  const ages = limited.map(({ ageLimit }) => ageLimit!)
  return {
    libraryIds: all.map(({ libraryIds }) => libraryIds).reduce(intersectLibraries, null),
    ageLimit: ages.length > 0 ? Math.min(...ages) : null,
    hidesUnrated: limited.some(({ hidesUnrated }) => hidesUnrated),
    deniedTagIds: [...new Set(all.flatMap(({ deniedTagIds }) => deniedTagIds))].toSorted(),
    whitelists: all
      .map(({ allowedTagIds }) => allowedTagIds.toSorted())
      .filter(({ length }) => length > 0),
  }
}

/**
 * Returns the restrictions of a new account without access groups, or null if there is no age
 * limit.
 */
export const restrictByAge = ({ ageLimit, hidesUnrated }: AgeLimit): Restrictions | null =>
  ageLimit === null ? null : combineSettings([{ ...unrestricted, ageLimit, hidesUnrated }])

/** Returns the libraries that are in both lists. null stands for all libraries. */
export function intersectLibraries(
  a: readonly string[] | null,
  b: readonly string[] | null,
): readonly string[] | null {
  if (!a || !b) return a ?? b
  return a.filter((id) => b.includes(id))
}

export const limitsSeries = ({ ageLimit, deniedTagIds, whitelists }: SeriesRestrictions) =>
  ageLimit !== null || deniedTagIds.length > 0 || whitelists.length > 0

/**
 * The sharing tag of series that may get more tags later, because they received a book while labels
 * from an import or sharing tags of purged series were waiting to be assigned. Every user with
 * denied tags is denied this tag as well.
 */
export const heldTagId = '00000000-0000-4000-8000-0000006c6162'

/** Lists the tags that hide a series: the denied tags and, if there are any, `heldTagId`. */
export const listHidingTags = (deniedTagIds: readonly string[]): readonly string[] =>
  deniedTagIds.length === 0 ? [] : [...deniedTagIds, heldTagId]

interface SeriesMarks {
  ageRating: number | null
  tagIds: readonly string[]
}

export type HiddenBy = 'age' | 'unrated' | 'denied_tag' | 'whitelist'

/** Returns undefined for a visible series. Same rule as in `libraries/series-visibility.ts`. */
export function findHidingRule(
  { ageLimit, hidesUnrated, deniedTagIds, whitelists }: SeriesRestrictions,
  { ageRating, tagIds }: SeriesMarks,
): HiddenBy | undefined {
  const hiding = listHidingTags(deniedTagIds)
  if (tagIds.some((id) => hiding.includes(id))) return 'denied_tag'
  if (!whitelists.every((list) => tagIds.some((id) => list.includes(id)))) return 'whitelist'
  if (ageLimit === null) return undefined
  if (ageRating === null) return hidesUnrated ? 'unrated' : undefined
  return ageRating > ageLimit ? 'age' : undefined
}
