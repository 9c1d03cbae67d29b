/**
 * How one event moves a reader's place in a book. Pure: the log of events, folded in the order of their
 * arrival, gives the stored progress again.
 *
 * | the event                                        | what it does                                  |
 * |--------------------------------------------------|-----------------------------------------------|
 * | a position, first of all                         | begins pass 1                                 |
 * | a later position, set by a person                | moves there, back too                         |
 * | a later position, inferred or synchronised       | moves only forward                            |
 * | a position older than the one we stand at        | is logged, moves nothing                      |
 * | ... that reached the end of this unfinished pass | still finishes it: it was read                |
 * | the last page, a told fraction >= 0.98, "read"   | finishes the pass, once                       |
 * | ... with `completed: false`                      | only moves                                    |
 * | "read" on a finished pass                        | nothing, not even logged                      |
 * | a position within 10 % of a finished book        | begins the next pass                          |
 * | "unread", or the position deleted                | begins the next pass, with no place in it     |
 * | ... of a book that is unread already             | nothing, not even logged                      |
 *
 * A time in the future is taken for now. Page 1 counts as within 10 % of any book of two pages or more,
 * so that short books can be read again.
 */

/** Where a reader stands; the part of `book_progress` that events decide. */
export interface Place {
  pass: number
  page: number
  /** 0 to 1. */
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

interface Told {
  origin: Origin
  device?: string | undefined
  /** When it happened by the client's clock; now, if it does not say. */
  happenedAt?: Date | undefined
}

interface PositionEvent extends Told {
  kind: 'position'
  /** From 1. At least one of page and fraction is given. */
  page?: number | undefined
  fraction?: number | undefined
  locator?: Record<string, unknown> | undefined
  /** true finishes the pass wherever the position is, false keeps it from being finished. */
  completed?: boolean | undefined
}

interface CompletedEvent extends Told {
  kind: 'completed'
}

interface UnreadEvent extends Told {
  kind: 'unread'
}

/** What a client told us. */
export type ReadingEvent = PositionEvent | CompletedEvent | UnreadEvent

interface Completion {
  pass: number
  startedAt: Date
  completedAt: Date
}

/** A line of the log. */
export interface Entry {
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
  /** The very object that was handed in when nothing moved. */
  place: Place
  entry: Entry
  /** Present when this event finished a pass. */
  completion?: Completion
}

const finishedFrom = 0.98
const beginsUpTo = 0.1

/** undefined: the event changes nothing and need not be remembered. */
export function fold(
  place: Place | undefined,
  event: ReadingEvent,
  { pageCount, now }: { pageCount: number; now: Date },
): Step | undefined {
  const happenedAt = timeOf(event, place, now)
  if (event.kind === 'unread') return foldUnread(place, event, happenedAt)
  if (event.kind === 'completed' && place?.completed) return undefined
  const aim = aimOf(event, pageCount)
  const entry = { ...entryOf(event, happenedAt), ...aim.told }
  if (!place) return arrive(beginning(1, happenedAt), entry, aim)
  if (happenedAt < place.positionAt) return arriveLate(place, entry, aim)
  if (place.completed && aim.beginsAgain) {
    return arrive(nextPass(place, happenedAt), entry, aim)
  }
  const opened = place.started ? place : { ...place, started: true, startedAt: happenedAt }
  return arrive(opened, entry, aim)
}

/** Who tells no time means now, even when the server's clock was set back meanwhile. */
function timeOf({ happenedAt }: ReadingEvent, place: Place | undefined, now: Date) {
  if (happenedAt) return happenedAt < now ? happenedAt : now
  return place && place.positionAt > now ? place.positionAt : now
}

function foldUnread(place: Place | undefined, event: ReadingEvent, happenedAt: Date) {
  if (!place || !(place.started || place.completed)) return undefined
  // An act of now, whatever a clock says: it may not be older than what it undoes.
  const at = happenedAt < place.positionAt ? place.positionAt : happenedAt
  const next = { ...nextPass(place, at), started: false }
  return { place: next, entry: { ...entryOf(event, at), pass: next.pass } }
}

/** What an event aims at, in terms of this book. */
interface Aim {
  page: number
  fraction: number
  locator: Record<string, unknown> | null
  finishes: boolean
  /** On a finished pass this begins the next one. */
  beginsAgain: boolean
  /** What was really said, for the log. */
  told: Pick<Entry, 'page' | 'fraction' | 'locator'>
}

function aimOf(event: PositionEvent | CompletedEvent, pageCount: number): Aim {
  if (event.kind === 'completed') {
    const end = { page: Math.max(pageCount, 1), fraction: 1, locator: null }
    return { ...end, finishes: true, beginsAgain: false, told: end }
  }
  const { page = null, fraction = null, locator = null, completed } = event
  const point = measure(page, fraction, pageCount)
  const isAtEnd = isLastPage(page, pageCount) || (fraction ?? 0) >= finishedFrom
  const isAtStart = point.fraction <= beginsUpTo || (fraction === null && page === 1)
  return {
    ...point,
    locator,
    finishes: completed ?? isAtEnd,
    beginsAgain: completed !== true && !isAtEnd && isAtStart,
    told: { page, fraction, locator },
  }
}

const isLastPage = (page: number | null, pageCount: number) =>
  pageCount > 0 && page !== null && page >= pageCount

/** Page and fraction, each from the other where only one was told; never past the end. */
function measure(page: number | null, fraction: number | null, pageCount: number) {
  if (pageCount === 0) return { page: Math.max(page ?? 1, 1), fraction: fraction ?? 0 }
  const onPage = Math.min(Math.max(page ?? Math.ceil((fraction ?? 0) * pageCount), 1), pageCount)
  return { page: onPage, fraction: fraction ?? onPage / pageCount }
}

function arrive(place: Place, entry: Entry, aim: Aim): Step {
  if (entry.origin !== 'explicit' && isBehind(aim, place)) return finish(place, entry, aim)
  const { page, fraction, locator } = aim
  return finish({ ...place, page, fraction, locator, positionAt: entry.happenedAt }, entry, aim)
}

function arriveLate(place: Place, entry: Entry, aim: Aim): Step {
  const belongsHere = place.pass === 1 || entry.happenedAt >= place.startedAt
  return finish(place, entry, { ...aim, finishes: aim.finishes && belongsHere })
}

function finish(place: Place, entry: Entry, aim: Aim): Step {
  const { pass } = place
  if (place.completed || !aim.finishes) return { place, entry: { ...entry, pass } }
  const completedAt = entry.happenedAt
  const startedAt = place.startedAt < completedAt ? place.startedAt : completedAt
  const lastCompletedAt = latest(place.lastCompletedAt, completedAt)
  const completions = place.completions + 1
  return {
    place: { ...place, completed: true, started: true, completions, startedAt, lastCompletedAt },
    entry: { ...entry, pass, kind: 'completed' },
    completion: { pass, startedAt, completedAt },
  }
}

/** Without a known length only pages can be compared. */
const isBehind = (aim: Aim, place: Place) =>
  aim.fraction === 0 && aim.told.fraction === null
    ? aim.page < place.page
    : aim.fraction < place.fraction

const beginning = (pass: number, at: Date): Place => ({
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

const nextPass = ({ pass, completions, lastCompletedAt }: Place, at: Date): Place => ({
  ...beginning(pass + 1, at),
  completions,
  lastCompletedAt,
})

const entryOf = ({ kind, origin, device }: ReadingEvent, happenedAt: Date): Entry => ({
  pass: 1,
  kind,
  origin,
  page: null,
  fraction: null,
  locator: null,
  device: device ?? null,
  happenedAt,
})

const latest = (one: Date | null, other: Date) => (one && one > other ? one : other)
