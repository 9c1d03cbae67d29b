/**
 * What a sync changes on both sides of a work. Pure. `base` is what it remembers from the last sync.
 *
 * | progress                              | what happens                                             |
 * |---------------------------------------|----------------------------------------------------------|
 * | there is beyond here                  | pulled: books up to it become read here                  |
 * | ... but a book was marked unread here | it stays unread, unless the service grew beyond it since |
 * | here is beyond there, and read on     | pushed                                                   |
 * | the work is read again there          | nothing is pushed                                        |
 * | one side fell                         | nothing: neither side is ever lowered                    |
 *
 * | status here \ there | none      | planned   | reading   | on hold, dropped          | completed |
 * |---------------------|-----------|-----------|-----------|---------------------------|-----------|
 * | planned             | planned   |           |           |                           |           |
 * | reading             | reading   | reading   |           | reading, if read on since |           |
 * | completed           | completed | completed | completed | completed, likewise       |           |
 *
 * The days of begin and end are told where there are none, together with what was read.
 *
 * A status that a person lowered there stays, and an entry that was removed there stays away, until more is
 * read here.
 */
import type { ReadingStatus } from '../../connections/services/list-service'
import { axes, type Axis, type Base, type Here, type Merged, type There } from './model'

export const firstBase: Base = {
  chapters: 0,
  volumes: 0,
  read: { chapters: 0, volumes: 0 },
  status: null,
  ownStatus: null,
  declined: { chapters: 0, volumes: 0 },
}

/** `base` is undefined at the first sync; `there` without an entry. */
export function mergeSides(base: Base | undefined, here: Here, there: There | undefined): Merged {
  const before = base ?? firstBase
  const merged: Merged = {
    pull: {},
    push: {},
    base: {
      ...before,
      read: { ...before.read },
      status: there?.status ?? null,
      ownStatus: here.status,
      declined: { ...before.declined },
    },
  }
  for (const axis of axes) mergeAxis(merged, axis, { before, here, there })
  mergeStatus(merged, base, { here, there })
  addDays(merged, here, there)
  // Who takes a work from the list here does not get it back.
  const isNewlyPlanned = there?.status === 'planned' && before.status !== 'planned'
  if (isNewlyPlanned && here.status === null) merged.pull.isWanted = true
  return merged
}

/** Only into emptiness, and only of a reading that was not there before. */
function addDays({ push }: Merged, here: Here, there: There = nothingThere) {
  const hasBegun = isAny(push) && !isAny(there)
  if (hasBegun && here.startedOn && !there.startedOn) push.startedOn = here.startedOn
  const isFinished = push.status === 'completed' && !there.isReread
  if (isFinished && here.completedOn && !there.completedOn) push.completedOn = here.completedOn
}

const nothingThere: There = { chapters: 0, volumes: 0, status: null }

const isAny = ({ chapters, volumes }: { chapters?: number; volumes?: number | null }) =>
  (chapters ?? 0) + (volumes ?? 0) > 0

function mergeStatus(
  { push, base: after }: Merged,
  base: Base | undefined,
  { here, there }: { here: Here; there: There | undefined },
) {
  // A status that is not known here stays.
  if (there?.status === null) return
  const theirs = there?.status ?? null
  const status = chooseStatus(here.status, theirs, {
    hasReadOn: push.chapters !== undefined || push.volumes !== undefined,
    isGone: base !== undefined && there === undefined,
    isNewThere: base?.status !== theirs,
    isNewHere: rank(here.status) > rank(base?.ownStatus ?? null),
  })
  if (!status) return
  push.status = status
  after.status = status
}

interface Sides {
  before: Base
  here: Here
  there: There | undefined
}

/** `merged.base` begins as a copy of `before`. */
function mergeAxis(merged: Merged, axis: Axis, { before, here, there }: Sides) {
  const own = here[axis]
  const theirs = there ? there[axis] : 0
  // A library without chapters says nothing about chapters, and Kitsu nothing about volumes.
  if (own === null || theirs === null) return
  const known = before[axis]
  const { base, pull, push } = merged
  base[axis] = Math.max(known, own, theirs)
  if (there) base.declined[axis] = Math.min(before.declined[axis], Math.max(own, theirs))
  if (theirs > 0) pull[axis] = { upTo: theirs, above: known, declined: base.declined[axis] }
  if (there?.isReread) return
  base.read[axis] = Math.max(before.read[axis], own)
  if (own > theirs && own > before.read[axis]) push[axis] = own
}

interface Circumstances {
  /** More was read here than at the last sync. */
  hasReadOn: boolean
  /** The entry was removed there. */
  isGone: boolean
  /** Also at the first sync. */
  isNewThere: boolean
  /** Further than at the last sync. */
  isNewHere: boolean
}

const ranks: Record<ReadingStatus, number> = {
  planned: 1,
  reading: 2,
  on_hold: 2,
  dropped: 2,
  completed: 3,
}

const rank = (status: ReadingStatus | null) => (status === null ? 0 : ranks[status])

function chooseStatus(
  own: Here['status'],
  theirs: ReadingStatus | null,
  { hasReadOn, isGone, isNewThere, isNewHere }: Circumstances,
): ReadingStatus | undefined {
  if (own === null || (isGone && !hasReadOn)) return undefined
  if (theirs === 'on_hold' || theirs === 'dropped') {
    return own !== 'planned' && hasReadOn && !isNewThere ? own : undefined
  }
  return (isNewHere || hasReadOn) && rank(own) > rank(theirs) ? own : undefined
}
