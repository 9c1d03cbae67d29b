/**
 * Merges one user's reading data from two books with the same content. Pure. Passes and events are
 * identified by their times, so merging twice has no further effect. A pass keeps its number, or
 * gets a free one if another pass already uses its number. The newest position wins.
 */
import type { LogEntry, ReadingState } from '../apply-reading-events'

export interface LoggedEvent extends LogEntry {
  createdAt: Date
}

interface PassCompletion {
  pass: number
  startedAt: Date
  completedAt: Date
}

type ReadingPosition = ReadingState & {
  updatedAt: Date
  /** True if the user has removed the book from "In progress". */
  hidden?: boolean
}

/** Reading data of one user for one book. */
export interface Reading {
  progress: ReadingPosition | undefined
  completions: readonly PassCompletion[]
  events: readonly LoggedEvent[]
}

/** The completions and events to add to the target, and its resulting position. */
export interface CombinedReading {
  progress: ReadingPosition | undefined
  completions: PassCompletion[]
  events: LoggedEvent[]
}

export function combineReading(source: Reading, target: Reading): CombinedReading {
  const passes = mapPasses(source, target)
  const targetTimes = new Set(target.completions.map(({ completedAt }) => completedAt.getTime()))
  const completions = source.completions
    .filter(({ completedAt }) => !targetTimes.has(completedAt.getTime()))
    .map((one) => ({ ...one, pass: passes.get(one.pass)! }))
  const known = new Set(target.events.map(buildEventKey))
  const events = source.events
    .filter((event) => !known.has(buildEventKey(event)))
    .map((event) => ({ ...event, pass: passes.get(event.pass)! }))
  const all = [...target.completions, ...completions]
  return { completions, events, progress: combinePositions(source, target, { passes, all }) }
}

function combinePositions(
  source: Reading,
  target: Reading,
  { passes, all }: { passes: ReadonlyMap<number, number>; all: readonly PassCompletion[] },
): ReadingPosition | undefined {
  const newest = pickNewest(source.progress, target.progress)
  if (!newest) return undefined
  const last = Math.max(...all.map(({ completedAt }) => completedAt.getTime()))
  const counted = {
    completions: all.length,
    lastCompletedAt: all.length > 0 ? new Date(last) : null,
  }
  if (newest === target.progress) return { ...newest, ...counted }
  const pass = passes.get(newest.pass)!
  // The target completed this pass while the source continued it, so they are different passes.
  const isTaken = !newest.completed && all.some((one) => one.pass === pass)
  const highest = Math.max(...all.map((one) => one.pass))
  return { ...newest, ...counted, pass: isTaken ? highest + 1 : pass }
}

const pickNewest = (source: ReadingPosition | undefined, target: ReadingPosition | undefined) =>
  source && target ? (source.positionAt > target.positionAt ? source : target) : (target ?? source)

/** Maps each pass of the source to its number in the target. */
function mapPasses(source: Reading, target: Reading): Map<number, number> {
  const used = new Set(listPasses(target))
  const sourcePasses = listPasses(source)
  let free = Math.max(0, ...used, ...sourcePasses) + 1
  const numbers = new Map<number, number>()
  const taken = new Set<number>()
  for (const pass of sourcePasses) {
    const known = findSamePass(source, target, pass)
    const wanted = known ?? (used.has(pass) ? undefined : pass)
    const number = wanted === undefined || taken.has(wanted) ? free++ : wanted
    taken.add(number)
    numbers.set(pass, number)
  }
  return numbers
}

/** Finds the pass in the target that an earlier merge created from this pass. */
function findSamePass(source: Reading, target: Reading, pass: number): number | undefined {
  const completion = source.completions.find((one) => one.pass === pass)
  const twin = target.completions.find(
    ({ completedAt }) => completedAt.getTime() === completion?.completedAt.getTime(),
  )
  if (twin) return twin.pass
  const passByEvent = new Map(target.events.map((event) => [buildEventKey(event), event.pass]))
  const found = source.events
    .filter((event) => event.pass === pass)
    .map((event) => passByEvent.get(buildEventKey(event)))
    .find((number) => number !== undefined)
  if (!completion) return found
  const isCompleted = target.completions.some((one) => one.pass === found)
  return isCompleted || found === getOpenPass(source, target) ? undefined : found
}

/** Returns the pass in which the user continues to read the target. */
function getOpenPass({ progress: source }: Reading, { progress: target }: Reading) {
  return target && !target.completed && pickNewest(source, target) === target
    ? target.pass
    : undefined
}

const listPasses = ({ progress, completions, events }: Reading) =>
  [
    ...new Set([
      ...(progress ? [progress.pass] : []),
      ...completions.map(({ pass }) => pass),
      ...events.map(({ pass }) => pass),
    ]),
  ].toSorted((a, b) => a - b)

/** Builds a key that is the same for an event and its copy in another book. */
export const buildEventKey = ({
  kind,
  happenedAt,
  createdAt,
  page,
  fraction,
  device,
}: LoggedEvent) =>
  [kind, happenedAt.getTime(), createdAt.getTime(), page, fraction, device].join(' ')
