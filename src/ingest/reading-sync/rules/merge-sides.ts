/**
 * What a sync changes on both sides of a work. Pure. `base` is what it remembers from the last sync.
 *
 * | progress                              | what happens                                             |
 * |---------------------------------------|----------------------------------------------------------|
 * | there is beyond here                  | pulled: books up to it become read here                  |
 * | ... but a book was marked unread here | it stays unread, unless the service grew beyond it since |
 * | here is beyond there and base         | pushed                                                   |
 * | one side fell                         | nothing: neither side is ever lowered                    |
 *
 * | status here \ there | none      | planned   | reading   | on hold, dropped          | completed |
 * |---------------------|-----------|-----------|-----------|---------------------------|-----------|
 * | planned             | planned   |           |           |                           |           |
 * | reading             | reading   | reading   |           | reading, if read on since |           |
 * | completed           | completed | completed | completed | completed, likewise       |           |
 *
 * An entry that was removed there is added again only after reading on.
 */
import type { ReadingStatus } from '../../connections/services/list-service'
import { axes, type Axis, type Base, type Here, type Merged, type There } from './model'

const firstBase: Base = {
  chapters: 0,
  volumes: 0,
  status: null,
  declined: { chapters: 0, volumes: 0 },
}

/** `base` is undefined at the first sync; `there` without an entry. */
export function mergeSides(base: Base | undefined, here: Here, there: There | undefined): Merged {
  const before = base ?? firstBase
  const merged: Merged = { pull: {}, push: {}, base: { ...before, status: there?.status ?? null } }
  for (const axis of axes) mergeAxis(merged, axis, { before, here, there })
  mergeStatus(merged, base, { here, there })
  // Who takes a work from the list here does not get it back.
  const isNewlyPlanned = there?.status === 'planned' && before.status !== 'planned'
  if (isNewlyPlanned && here.status === null) merged.pull.isWanted = true
  return merged
}

function mergeStatus(
  { push, base: after }: Merged,
  base: Base | undefined,
  { here, there }: { here: Here; there: There | undefined },
) {
  const theirs = there?.status ?? null
  const status = chooseStatus(here.status, theirs, {
    hasReadOn: push.chapters !== undefined || push.volumes !== undefined,
    isFirst: base === undefined,
    isGone: base !== undefined && there === undefined,
    isNewThere: base?.status !== theirs,
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

function mergeAxis(merged: Merged, axis: Axis, { before, here, there }: Sides) {
  const own = here[axis]
  const theirs = there ? there[axis] : 0
  // A library without chapters says nothing about chapters, and Kitsu nothing about volumes.
  if (own === null || theirs === null) return
  const known = before[axis]
  merged.base[axis] = Math.max(known, own, theirs)
  if (theirs > 0) {
    merged.pull[axis] = { upTo: theirs, above: known, declined: before.declined[axis] }
  }
  if (own > theirs && own > known) merged.push[axis] = own
}

interface Circumstances {
  /** More was read here than at the last sync. */
  hasReadOn: boolean
  isFirst: boolean
  /** The entry was removed there. */
  isGone: boolean
  isNewThere: boolean
}

const ranks: Record<ReadingStatus, number> = {
  planned: 1,
  reading: 2,
  on_hold: 2,
  dropped: 2,
  completed: 3,
}

function chooseStatus(
  own: Here['status'],
  theirs: ReadingStatus | null,
  { hasReadOn, isFirst, isGone, isNewThere }: Circumstances,
): ReadingStatus | undefined {
  if (own === null || (isGone && !hasReadOn)) return undefined
  if (theirs === 'on_hold' || theirs === 'dropped') {
    return own !== 'planned' && hasReadOn && !isFirst && !isNewThere ? own : undefined
  }
  return theirs === null || ranks[own] > ranks[theirs] ? own : undefined
}
