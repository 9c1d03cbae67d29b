/**
 * Computes what a sync changes on both sides. Pure. `base` is the state stored by the last sync.
 *
 * | progress                              | what happens                                          |
 * |---------------------------------------|-------------------------------------------------------|
 * | the service is ahead                  | pulled: books up to it are marked as read here        |
 * | ... but a book was marked unread here | it stays unread unless the service has advanced since |
 * | this side is ahead, and has advanced  | pushed                                                |
 * | the work is reread at the service     | no progress is pushed                                 |
 * | one side went down                    | nothing: neither side is ever lowered                 |
 *
 * | status here \ there | none      | planned   | reading   | on hold, dropped | completed |
 * |---------------------|-----------|-----------|-----------|------------------|-----------|
 * | planned             | planned   |           |           |                  |           |
 * | reading             | reading   | reading   |           | reading*         |           |
 * | completed           | completed | completed | completed | completed*       |           |
 *
 * An empty cell means that the status is not changed. `*`: only if more was read here since the
 * last sync.
 *
 * Start and end dates are sent along with the progress if the service does not have any.
 *
 * A status that a user lowered at the service is kept, and an entry that was removed at the service
 * is not added again, until more is read here.
 */
import type { ReadingStatus } from '../../connections/services/list-service'
import { mergeOpinions } from './merge-opinions'
import { axes, type Axis, type Base, type Here, type Merged, type There } from './model'

export const firstBase: Base = {
  chapters: 0,
  volumes: 0,
  read: { chapters: 0, volumes: 0 },
  status: null,
  ownStatus: null,
  declined: { chapters: 0, volumes: 0 },
}

/** Merges both sides. `base` is undefined on the first sync, `there` if there is no entry. */
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
  mergeOpinions(merged, { before, here, there })
  // A work that the user removed from the want-to-read list here is not added again.
  const isNewlyPlanned = there?.status === 'planned' && before.status !== 'planned'
  if (isNewlyPlanned && here.status === null) merged.pull.isWanted = true
  return merged
}

/** Sets only empty dates, and a start date only if the service had no progress before. */
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
  // An unknown status is left unchanged.
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

/** Merges the progress of an axis. `merged.base` starts as a copy of `before`. */
function mergeAxis(merged: Merged, axis: Axis, { before, here, there }: Sides) {
  const own = here[axis]
  const theirs = there ? there[axis] : 0
  // A library without chapters has no chapter count, and Kitsu has no volume count.
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
  /** More has been read here since the last sync. */
  hasReadOn: boolean
  /** The entry was removed at the service. */
  isGone: boolean
  /** The status at the service has changed since the last sync, or this is the first sync. */
  isNewThere: boolean
  /** The status here is further along than at the last sync. */
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
