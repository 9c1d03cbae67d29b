/**
 * Derives sessions from the events of one user in one book. Pure.
 *
 * | the event                                                  | what it does                                 |
 * |------------------------------------------------------------|----------------------------------------------|
 * | a position within 5 minutes of the last one, same device   | continues the session                        |
 * | any other position                                         | starts a session                             |
 * | "read" without a position, a synchronized completion       | ends the session, adds no pages or time      |
 * | "unread"                                                   | ends the session and the pass                |
 *
 * A session lasts at most 12 hours. Pages moved forward count, unless the move is a jump: more than
 * 20 pages, and faster than 2 seconds per page. Pages moved backward do not count.
 */

export interface SessionEvent {
  kind: 'position' | 'completed' | 'unread'
  origin: 'explicit' | 'inferred' | 'sync'
  pass: number
  page: number | null
  /** From 0 to 1. */
  fraction: number | null
  hasLocator: boolean
  device: string | null
  happenedMs: number
}

export interface DerivedSession {
  deviceId: string | null
  startedMs: number
  endedMs: number
  pages: number
}

export const idleMs = 5 * 60_000
export const maxSessionMs = 12 * 3_600_000
const maxJump = 20
const jumpMsPerPage = 2_000

/** Derives the sessions of chronological `events`. `before` is the event that precedes them. */
export function deriveSessions(
  events: readonly SessionEvent[],
  { pageCount, before }: { pageCount: number; before: SessionEvent | undefined },
): DerivedSession[] {
  const sessions: DerivedSession[] = []
  let current: DerivedSession | undefined
  let last = before
  for (const event of events) {
    const pages = countPages(event, last, pageCount)
    last = event
    if (!isReading(event)) {
      current = undefined
      continue
    }
    if (current && continues(current, event)) {
      current.endedMs = event.happenedMs
      current.pages += pages
      continue
    }
    const { happenedMs, device } = event
    current = { deviceId: device, startedMs: happenedMs, endedMs: happenedMs, pages }
    sessions.push(current)
  }
  return sessions
}

const isReading = (event: SessionEvent) => event.kind !== 'unread' && !isMark(event)

/**
 * Returns whether the event only marks the book as read. "Mark as read" logs the end of the book as
 * both a page and a fraction.
 */
const isMark = ({ kind, origin, page, fraction, hasLocator }: SessionEvent) =>
  kind === 'completed' && (origin === 'sync' || (page !== null && fraction === 1 && !hasLocator))

const continues = ({ deviceId, startedMs, endedMs }: DerivedSession, event: SessionEvent) =>
  deviceId === event.device &&
  event.happenedMs - endedMs <= idleMs &&
  event.happenedMs - startedMs <= maxSessionMs

function countPages(event: SessionEvent, last: SessionEvent | undefined, pageCount: number) {
  const isSamePass = last !== undefined && last.kind !== 'unread' && last.pass === event.pass
  const step = getPage(event, pageCount) - (isSamePass ? getPage(last, pageCount) : 0)
  if (step <= maxJump) return Math.max(0, step)
  const isJump = !isSamePass || event.happenedMs - last.happenedMs < step * jumpMsPerPage
  return isJump ? 0 : step
}

function getPage({ page, fraction }: SessionEvent, pageCount: number) {
  const reached = page ?? Math.ceil((fraction ?? 0) * pageCount)
  return pageCount > 0 ? Math.min(reached, pageCount) : reached
}
