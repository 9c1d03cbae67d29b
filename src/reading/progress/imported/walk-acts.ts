/** Replays reading acts in chronological order and computes the resulting progress. Pure. */
import type { Reading } from '../copies/combine-reading'

export const sameReadingMs = 24 * 3_600_000

/** A completion or position. Stored acts already have a pass number. */
export interface Act {
  kind: 'completed' | 'position'
  at: Date
  startedAt: Date | null
  page: number
  fraction: number
  locator: Record<string, unknown> | null
  pass: number | undefined
  /** True if the time is only approximate. */
  isUndated?: boolean | undefined
}

export const compareActs = (one: Act, other: Act) => one.at.getTime() - other.at.getTime()

export interface Place {
  pass: number
  completed: boolean
  started: boolean
  page: number
  fraction: number
  locator: Record<string, unknown> | null
  startedAt: Date
  positionAt: Date
}

interface Walk {
  target: Reading
  /** The position to start from, or undefined to compute the position from the acts alone. */
  before: Place | undefined
}

interface Walked {
  end: Place | undefined
  /** Time at which the reading that ended with a completion began, keyed by the completion. */
  starts: Map<Act, Date>
}

/** Processes the acts in chronological order, and assigns a pass to acts without one. */
export function walkActs(acts: readonly Act[], { target, before }: Walk): Walked {
  const walked: Walked = { end: before, starts: new Map() }
  const numbers = new PassNumbers(target)
  for (const act of acts.toSorted(compareActs)) {
    const isPast = before !== undefined && act.at < before.positionAt
    if (isPast) addToPast(act, before, numbers)
    else step(act, walked, numbers)
  }
  return walked
}

/**
 * An act from before the current position does not change the position. A completion gets its own
 * pass.
 */
function addToPast(act: Act, place: Place, numbers: PassNumbers) {
  act.pass = act.kind === 'completed' ? numbers.takeFree() : place.pass
}

function step(act: Act, walked: Walked, numbers: PassNumbers) {
  const { end: place } = walked
  const open = place && !place.completed ? place : undefined
  if (act.kind === 'completed') complete(act, walked, { open, numbers })
  else if (open) moveOn(act, open, walked)
  else if (place && act.at.getTime() - place.positionAt.getTime() < sameReadingMs) {
    act.pass ??= place.pass
  } else {
    act.pass ??= numbers.takeFree()
    walked.end = toPlace(act, { completed: false, startedAt: getEarlier(act.at, act.startedAt) })
  }
}

function complete(
  act: Act,
  walked: Walked,
  { open, numbers }: { open: Place | undefined; numbers: PassNumbers },
) {
  act.pass ??= open ? open.pass : numbers.takeFree()
  const began = open?.started ? getEarlier(open.startedAt, act.startedAt) : act.startedAt
  const startedAt = began && began < act.at ? began : act.at
  walked.starts.set(act, startedAt)
  walked.end = toPlace(act, { completed: true, startedAt })
}

/** Applies a position, which only moves forward. */
function moveOn(act: Act, place: Place, walked: Walked) {
  act.pass ??= place.pass
  const startedAt = place.started ? getEarlier(place.startedAt, act.startedAt) : act.at
  const isBehind = place.started && act.fraction <= place.fraction
  walked.end = isBehind
    ? { ...place, startedAt }
    : { ...toPlace(act, { completed: false, startedAt }), pass: place.pass }
}

const toPlace = (
  { pass, page, fraction, locator, at }: Act,
  more: Pick<Place, 'completed' | 'startedAt'>,
): Place => ({ ...more, pass: pass!, page, fraction, locator, started: true, positionAt: at })

export const getEarlier = (one: Date, other: Date | null) => (other && other < one ? other : one)

class PassNumbers {
  #next: number

  constructor({ progress, completions, events }: Reading) {
    const used = [...completions, ...events].map(({ pass }) => pass)
    this.#next = Math.max(0, progress?.pass ?? 0, ...used) + 1
  }

  takeFree(): number {
    return this.#next++
  }
}
