/**
 * Decides whether a release is announced, and whether the library or another release has its
 * numbers. Pure.
 */
import type { NumberSpan } from './read-numbers'

export const releaseStates = [
  'announced',
  'ignored',
  'marked_acquired',
  'dismissed',
  'hidden',
] as const
export type ReleaseState = (typeof releaseStates)[number]

export interface ReleaseNumbers {
  volumes: readonly NumberSpan[]
  chapters: readonly NumberSpan[]
}

export interface TrackingRules {
  trackChapters: boolean
  trackVolumes: boolean
  /** null or empty for all languages. */
  languages: readonly string[] | null
  /** Empty for all groups. */
  allowedGroups: readonly string[]
  blockedGroups: readonly string[]
}

/** Numbers of a series' books. Volumes are included only if the book is a whole volume. */
export type OwnedNumbers = ReleaseNumbers

type Axis = 'chapters' | 'volumes'

/**
 * Returns whether the numbers of a release are chapters or volumes, or undefined if it has none. A
 * chapter with a volume number counts as a chapter.
 */
const findAxis = ({ chapters, volumes }: ReleaseNumbers): Axis | undefined =>
  chapters.length > 0 ? 'chapters' : volumes.length > 0 ? 'volumes' : undefined

interface Release extends ReleaseNumbers {
  language: string | null
  groupOrUploader: string | null
}

/** Determines the state of a release whose state was not set by a user. */
export function decideState(
  release: Release,
  rules: TrackingRules,
  owned: OwnedNumbers,
): 'announced' | 'ignored' {
  const axis = findAxis(release)
  const isTracked = axis === 'chapters' ? rules.trackChapters : rules.trackVolumes
  const isAccepted =
    axis !== undefined &&
    isTracked &&
    isLanguageAccepted(release.language, rules) &&
    isGroupAccepted(release.groupOrUploader, rules) &&
    !isOwned(release, owned)
  return isAccepted ? 'announced' : 'ignored'
}

const isLanguageAccepted = (language: string | null, { languages }: TrackingRules) =>
  language === null ||
  languages === null ||
  languages.length === 0 ||
  languages.some((one) => getPrimaryTag(one) === getPrimaryTag(language))

const getPrimaryTag = (language: string) => language.toLowerCase().split('-')[0]

function isGroupAccepted(group: string | null, rules: TrackingRules): boolean {
  const name = group?.toLowerCase() ?? ''
  const isListed = (groups: readonly string[]) => groups.some((one) => one.toLowerCase() === name)
  if (isListed(rules.blockedGroups)) return false
  return rules.allowedGroups.length === 0 || isListed(rules.allowedGroups)
}

/** Returns whether all volumes or all chapters of the release are in the library. */
export function isOwned(release: ReleaseNumbers, owned: OwnedNumbers): boolean {
  const { chapters, volumes } = release
  const hasVolumes = volumes.length > 0 && volumes.every((one) => isCovered(one, owned.volumes))
  if (chapters.length === 0) return hasVolumes
  return hasVolumes || chapters.every((one) => isCovered(one, owned.chapters))
}

/** Returns whether both ends of the span and every whole number in it are covered. */
function isCovered({ start, end }: NumberSpan, owned: readonly NumberSpan[]): boolean {
  const has = (number: number) => owned.some((one) => one.start <= number && number <= one.end)
  if (!has(start) || !has(end)) return false
  for (let number = Math.ceil(start); number <= end; number++) if (!has(number)) return false
  return true
}

/** Returns whether each span of `mine` lies within a span of `theirs`. */
export function isContained(mine: ReleaseNumbers, theirs: ReleaseNumbers): boolean {
  const axis = findAxis(mine)
  return (
    axis !== undefined &&
    axis === findAxis(theirs) &&
    mine[axis].every(({ start, end }) =>
      theirs[axis].some((one) => one.start <= start && end <= one.end),
    )
  )
}
