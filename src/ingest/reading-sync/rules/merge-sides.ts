/**
 * What a sync changes on both sides of a series. Pure. `base` is what both had after the last sync.
 *
 * | progress                              | what happens                                            |
 * |---------------------------------------|---------------------------------------------------------|
 * | there grew beyond base and here       | pulled: the numbers above base become read here         |
 * | here is beyond there                  | pushed                                                  |
 * | here fell (unread, deleted, rescan)   | nothing: neither side is ever lowered                   |
 * | there fell                            | nothing until here grows beyond it and base             |
 *
 * | status, score                         | what happens                                            |
 * |---------------------------------------|---------------------------------------------------------|
 * | one side changed since base           | that one                                                |
 * | both changed, one chosen by a person  | that one                                                |
 * | both changed otherwise                | the newer one; the other is kept as a conflict          |
 */
import type { Progress, ReadingStatus, Side, SyncedState } from './model'

export interface PulledRange {
  /** Numbers above it, */
  above: number
  /** up to this one. */
  upTo: number
}

export interface Merged {
  pull: {
    chapters?: PulledRange
    volumes?: PulledRange
    status?: ReadingStatus
    score?: number
  }
  /** Values to send; empty: nothing. */
  push: Partial<SyncedState>
  /** Values that lost although a person may have wanted them. */
  conflicts: { field: 'status' | 'score'; here: unknown; there: unknown }[]
  /** What both sides have afterwards. */
  base: SyncedState
}

type Axis = keyof Progress
const axes: readonly Axis[] = ['chapters', 'volumes']
const nothing: SyncedState = { chapters: null, volumes: null, status: null, score: null }

/** `base` is undefined at the first sync. */
export function mergeSides(base: SyncedState | undefined, here: Side, there: Side): Merged {
  const before = base ?? nothing
  const merged: Merged = { pull: {}, push: {}, conflicts: [], base: { ...before } }
  for (const axis of axes) mergeAxis(merged, axis, { before, here, there })
  mergeValue(merged, 'status', { before, here, there })
  mergeValue(merged, 'score', { before, here, there })
  return merged
}

interface Sides {
  before: SyncedState
  here: Side
  there: Side
}

function mergeAxis(merged: Merged, axis: Axis, { before, here, there }: Sides) {
  // A series without chapters has none elsewhere, either.
  if (here[axis] === null) return
  const [own, theirs, known] = [here[axis], there[axis] ?? 0, before[axis] ?? 0]
  merged.base[axis] = Math.max(known, own, theirs)
  if (theirs > own && theirs > known) {
    merged.pull[axis] = { above: known, upTo: theirs }
  } else if (own > theirs && own > known) {
    merged.push[axis] = own
  }
}

function mergeValue(merged: Merged, field: 'status' | 'score', { before, here, there }: Sides) {
  const [own, theirs, known] = [here[field], there[field], before[field]]
  if (own === theirs) {
    merged.base[field] = own as never
    return
  }
  // What was removed on one side stays on the other.
  const [isOwnNew, isTheirsNew] = [
    own !== null && own !== known,
    theirs !== null && theirs !== known,
  ]
  if (!isOwnNew && !isTheirsNew) return
  const isOwn = isOwnNew && (!isTheirsNew || winsOver(here, there))
  const value = isOwn ? own : theirs
  merged.base[field] = value as never
  if (isOwn) merged.push[field] = own as never
  else merged.pull[field] = theirs as never
  if (isOwnNew && isTheirsNew) merged.conflicts.push({ field, here: own, there: theirs })
}

/** Whether the value of `one` is kept, if both changed. */
function winsOver(one: Side, other: Side): boolean {
  if (one.isStatusChosen !== other.isStatusChosen) return one.isStatusChosen
  return one.changedAt > other.changedAt
}
