/**
 * Folds reading events into the progress of one book. Pure: folding the event log in order of
 * arrival reproduces the stored progress.
 *
 * | the event                                        | what it does                                  |
 * |--------------------------------------------------|-----------------------------------------------|
 * | the first position                               | starts pass 1                                 |
 * | a later position, set explicitly                 | moves there, even backward                    |
 * | a later position, inferred or synchronized       | moves only forward                            |
 * | a position older than the current one            | is only logged                                |
 * | ... at the end of the current, unfinished pass   | completes the pass                            |
 * | the last page, a given fraction >= 0.98, "read"  | completes the pass, once                      |
 * | ... with `completed: false`                      | only moves                                    |
 * | "read" on a completed pass                       | nothing, not even logged                      |
 * | a position up to 10 % in a completed book        | starts the next pass                          |
 * | "unread", or deleting the position               | starts the next pass, without a position      |
 * | ... for a book that is already unread            | nothing, not even logged                      |
 *
 * A time in the future is replaced by the current time, even if it was stored while the clock was
 * wrong. An explicit position with a time before Quire existed also gets the current time, because
 * the clock of the device is wrong. A time in whole seconds counts as equal to the time of the
 * current position if both are in the same second. Page 1 counts as the first 10 % of any book with
 * two or more pages, so that short books can be read again.
 */

/** The part of `book_progress` that is derived from events. */
export interface ReadingState {
  pass: number
  page: number
  /** From 0 to 1. */
  fraction: number
  locator: Record<string, unknown> | null
  completed: boolean
  completions: number
  started: boolean
  startedAt: Date
  lastCompletedAt: Date | null
  positionAt: Date
}

type Origin = 'explicit' | 'inferred' | 'sync'

interface EventSource {
  origin: Origin
  device?: string | undefined
  /** Time on the client's clock. Defaults to the current time. */
  happenedAt?: Date | undefined
}

interface PositionEvent extends EventSource {
  kind: 'position'
  /** Starts at 1. At least one of page and fraction is given. */
  page?: number | undefined
  fraction?: number | undefined
  locator?: Record<string, unknown> | undefined
  /** If true, completes the pass at any position. If false, prevents its completion. */
  completed?: boolean | undefined
}

interface CompletedEvent extends EventSource {
  kind: 'completed'
}

interface UnreadEvent extends EventSource {
  kind: 'unread'
}

export type ReadingEvent = PositionEvent | CompletedEvent | UnreadEvent

interface Completion {
  pass: number
  startedAt: Date
  completedAt: Date
}

/** A row of the event log. */
export interface LogEntry {
  pass: number
  kind: 'position' | 'completed' | 'unread'
  origin: Origin
  page: number | null
  fraction: number | null
  locator: Record<string, unknown> | null
  device: string | null
  happenedAt: Date
}

export interface Step {
  /** The new state, or the same object as before if nothing has changed. */
  state: ReadingState
  entry: LogEntry
  /** Present if this event completed a pass. */
  completion?: Completion
}

const completedFraction = 0.98
const nextPassFraction = 0.1

interface FoldedBook {
  pageCount: number
  now: Date
  /**
   * The highest number of a completed pass. It can be higher than the current pass after reading
   * data was added from a copy.
   */
  highestPass?: number
}

/** Returns undefined if the event changes nothing and is not logged. */
export function applyReadingEvent(
  known: ReadingState | undefined,
  event: ReadingEvent,
  { pageCount, now, highestPass = 0 }: FoldedBook,
): Step | undefined {
  const state = known && correctTimes(known, event, now)
  const happenedAt = resolveTime(event, state, now)
  if (event.kind === 'unread') return foldUnread(state, event, { happenedAt, highestPass })
  if (event.kind === 'completed' && state?.completed) return undefined
  const target = computeTarget(event, pageCount)
  const entry = { ...createEntry(event, happenedAt), ...target.given }
  if (!state) return moveTo(createState(1, happenedAt), entry, target)
  if (happenedAt < state.positionAt) return applyLate(state, entry, target)
  if (state.completed && target.startsNextPass) {
    return moveTo(createNextPass(state, highestPass, happenedAt), entry, target)
  }
  const opened = state.started ? state : { ...state, started: true, startedAt: happenedAt }
  return moveTo(opened, entry, target)
}

const clockToleranceMs = 24 * 3_600_000

/**
 * Corrects a position far in the future, which was stored while the clock was wrong. Otherwise, all
 * events before that time would seem older than the position.
 */
function correctTimes(state: ReadingState, { happenedAt }: ReadingEvent, now: Date) {
  if (state.positionAt.getTime() <= now.getTime() + clockToleranceMs) return state
  const at = happenedAt && happenedAt < now ? happenedAt : now
  const startedAt = state.startedAt < at ? state.startedAt : at
  return { ...state, startedAt, positionAt: at }
}

/** Earlier times are wrong, because Quire did not exist yet. */
const firstUse = new Date('2025-01-01')

/**
 * Returns the time of an event. Without a usable time, returns the current time or, if the clock
 * was set back, the time of the current position.
 */
function resolveTime(event: ReadingEvent, state: ReadingState | undefined, now: Date) {
  const { happenedAt, kind, origin } = event
  const isWrong =
    kind === 'position' && origin === 'explicit' && happenedAt && happenedAt < firstUse
  if (!happenedAt || isWrong) return state && state.positionAt > now ? state.positionAt : now
  if (happenedAt >= now) return now
  return state && isSameSecond(happenedAt, state.positionAt) ? state.positionAt : happenedAt
}

/** Returns whether `time` has no milliseconds and is in the same second as `other`. */
const isSameSecond = (time: Date, other: Date) =>
  time.getMilliseconds() === 0 && time.getTime() === Math.floor(other.getTime() / 1_000) * 1_000

function foldUnread(
  state: ReadingState | undefined,
  event: ReadingEvent,
  { happenedAt, highestPass }: { happenedAt: Date; highestPass: number },
) {
  if (!state || !(state.started || state.completed)) return undefined
  // The event must not be older than the position that it resets.
  const at = happenedAt < state.positionAt ? state.positionAt : happenedAt
  const next = { ...createNextPass(state, highestPass, at), started: false }
  return { state: next, entry: { ...createEntry(event, at), pass: next.pass } }
}

/** The position that an event moves to, in pages of this book. */
interface Target {
  page: number
  fraction: number
  locator: Record<string, unknown> | null
  finishes: boolean
  /** True if the event starts the next pass when the current one is completed. */
  startsNextPass: boolean
  /** The values as given in the request, for the log. */
  given: Pick<LogEntry, 'page' | 'fraction' | 'locator'>
}

function computeTarget(event: PositionEvent | CompletedEvent, pageCount: number): Target {
  if (event.kind === 'completed') {
    const end = { page: Math.max(pageCount, 1), fraction: 1, locator: null }
    return { ...end, finishes: true, startsNextPass: false, given: end }
  }
  const { page = null, fraction = null, locator = null, completed } = event
  const point = completePosition(page, fraction, pageCount)
  const isAtEnd = isLastPage(page, pageCount) || (fraction ?? 0) >= completedFraction
  const isAtStart = point.fraction <= nextPassFraction || (fraction === null && page === 1)
  return {
    ...point,
    locator,
    finishes: completed ?? isAtEnd,
    startsNextPass: completed !== true && !isAtEnd && isAtStart,
    given: { page, fraction, locator },
  }
}

const isLastPage = (page: number | null, pageCount: number) =>
  pageCount > 0 && page !== null && page >= pageCount

/** Computes a missing page or fraction from the other value. The page is never past the end. */
export function completePosition(page: number | null, fraction: number | null, pageCount: number) {
  if (pageCount === 0) return { page: Math.max(page ?? 1, 1), fraction: fraction ?? 0 }
  const onPage = Math.min(Math.max(page ?? Math.ceil((fraction ?? 0) * pageCount), 1), pageCount)
  return { page: onPage, fraction: fraction ?? onPage / pageCount }
}

function moveTo(state: ReadingState, entry: LogEntry, aim: Target): Step {
  if (entry.origin !== 'explicit' && isBehind(aim, state))
    return completeIfFinished(state, entry, aim)
  const { page, fraction, locator } = aim
  return completeIfFinished(
    { ...state, page, fraction, locator, positionAt: entry.happenedAt },
    entry,
    aim,
  )
}

function applyLate(state: ReadingState, entry: LogEntry, aim: Target): Step {
  const belongsHere = state.pass === 1 || entry.happenedAt >= state.startedAt
  return completeIfFinished(state, entry, { ...aim, finishes: aim.finishes && belongsHere })
}

function completeIfFinished(state: ReadingState, entry: LogEntry, aim: Target): Step {
  const { pass } = state
  if (state.completed || !aim.finishes) return { state, entry: { ...entry, pass } }
  const completedAt = entry.happenedAt
  const startedAt = state.startedAt < completedAt ? state.startedAt : completedAt
  const lastCompletedAt = getLatest(state.lastCompletedAt, completedAt)
  const completions = state.completions + 1
  return {
    state: { ...state, completed: true, started: true, completions, startedAt, lastCompletedAt },
    entry: { ...entry, pass, kind: 'completed' },
    completion: { pass, startedAt, completedAt },
  }
}

/**
 * Returns whether the target is before the current position. Compares pages if the length of the
 * book is unknown, and fractions otherwise.
 */
const isBehind = (aim: Target, state: ReadingState) =>
  aim.fraction === 0 && aim.given.fraction === null
    ? aim.page < state.page
    : aim.fraction < state.fraction

const createState = (pass: number, at: Date): ReadingState => ({
  pass,
  page: 0,
  fraction: 0,
  locator: null,
  completed: false,
  completions: 0,
  started: true,
  startedAt: at,
  lastCompletedAt: null,
  positionAt: at,
})

const createNextPass = (
  { pass, completions, lastCompletedAt }: ReadingState,
  highestPass: number,
  at: Date,
): ReadingState => ({
  ...createState(Math.max(pass, highestPass) + 1, at),
  completions,
  lastCompletedAt,
})

const createEntry = ({ kind, origin, device }: ReadingEvent, happenedAt: Date): LogEntry => ({
  pass: 1,
  kind,
  origin,
  page: null,
  fraction: null,
  locator: null,
  device: device ?? null,
  happenedAt,
})

const getLatest = (one: Date | null, other: Date) => (one && one > other ? one : other)
