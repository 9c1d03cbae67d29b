/**
 * Records sessions measured by apps. Like reading events, they also move the position in the book.
 */
import type { ReadProgressView } from '../../../catalog/books/model'
import type { Viewer } from '../../../accounts/permissions/model'
import { getVisibleBook } from '../../../catalog/books/service'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import type { ReadingEvent } from '../../progress/apply-reading-events'
import { keepDeviceName } from '../../progress/progression'
import { recordReadingInTransaction } from '../../progress/service'
import { maxSessionMs } from './derive-sessions'
import type { RecordedSessions, Rejection, SessionRecord } from '../model'
import { insertMeasured } from './measured-sessions'
import { hasSession, type SessionRow } from './session-queries'

const dayMs = 24 * 3_600_000
const maxPages = 100_000
const sessionsAtOnce = 25

export async function recordSessions(
  ctx: Context,
  viewer: Viewer,
  sessions: readonly SessionRecord[],
): Promise<RecordedSessions> {
  const known = new Set<string>()
  const accepted: string[] = []
  const rejected: RecordedSessions['rejected'] = []
  const progress = new Map<string, ReadProgressView>()
  for (let from = 0; from < sessions.length; from += sessionsAtOnce) {
    await ctx.writeForUser(viewer.userId, async (tx) => {
      for (const session of sessions.slice(from, from + sessionsAtOnce)) {
        const { id, bookId } = session
        const reason = known.has(id) ? 'duplicate_in_batch' : checkSession(session, ctx.clock.now())
        known.add(id)
        const stored = reason ? { reason } : await storeSession(ctx, tx, viewer, session)
        if ('reason' in stored) rejected.push({ id, reason: stored.reason })
        else accepted.push(id)
        if ('progress' in stored && stored.progress) progress.set(bookId, stored.progress)
      }
    })
  }
  await keepNames(ctx, viewer, sessions)
  return { accepted, rejected, progress: [...progress.values()] }
}

async function keepNames(ctx: Context, { userId }: Viewer, sessions: readonly SessionRecord[]) {
  const names = new Map(sessions.map(({ deviceId, deviceName }) => [deviceId, deviceName]))
  for (const [deviceId, name] of names) {
    if (name) await keepDeviceName(ctx, { userId, deviceId, name })
  }
}

function checkSession(session: SessionRecord, now: Date): Rejection | undefined {
  const { startedMs, endedMs } = getSpan(session)
  const isInTime = endedMs >= startedMs && endedMs - startedMs <= dayMs
  if (!isInTime || endedMs > now.getTime() + dayMs) return 'invalid_time_range'
  const { toPercentage: share, activeDurationMs, pagesRead, toPage } = session
  if (share != null && !(share >= 0 && share <= 1)) return 'invalid_percentage'
  const areCounts =
    isCount(activeDurationMs, 0, Number.MAX_SAFE_INTEGER) &&
    isCount(pagesRead, 0, maxPages) &&
    isCount(toPage, 1, maxPages)
  return areCounts ? undefined : 'invalid_measurement'
}

const isCount = (value: number | null | undefined, min: number, max: number) =>
  value == null || (Number.isInteger(value) && value >= min && value <= max)

const getSpan = ({ clientStartedAt, clientEndedAt }: SessionRecord) => ({
  startedMs: Date.parse(clientStartedAt),
  endedMs: Date.parse(clientEndedAt),
})

type Stored = { reason: Rejection } | { progress: ReadProgressView | undefined }

/** Stores a session. Has no effect if it is already stored. */
async function storeSession(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  session: SessionRecord,
): Promise<Stored> {
  const { id, bookId } = session
  const book = await findBook(tx, viewer, bookId)
  if (!book) return { reason: 'book_not_found' }
  if (await hasSession(tx, viewer.userId, id)) return { progress: undefined }
  await insertMeasured(tx, buildRow(viewer.userId, session))
  const event = buildEvent(session, book.pageCount)
  if (!event) return { progress: undefined }
  return { progress: await recordReadingInTransaction(ctx, tx, viewer, { bookId, ...event }) }
}

async function findBook(tx: Tx, viewer: Viewer, bookId: string) {
  try {
    return await getVisibleBook({ db: tx }, viewer, bookId)
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'not_found') return undefined
    throw error
  }
}

function buildRow(userId: string, session: SessionRecord): SessionRow {
  const { id, bookId, deviceId, activeDurationMs, pagesRead } = session
  const span = getSpan(session)
  const longestMs = Math.min(span.endedMs - span.startedMs, maxSessionMs)
  const activeMs = activeDurationMs == null ? null : Math.min(activeDurationMs, longestMs)
  const measured = { activeMs, pages: pagesRead ?? null, counted: true }
  return { userId, id, bookId, deviceId, origin: 'client', ...span, ...measured }
}

function buildEvent(session: SessionRecord, pageCount: number): ReadingEvent | undefined {
  const { kind, deviceId: device, clientEndedAt, toPage, toPercentage, r2Progression } = session
  const source = { origin: 'explicit', device, happenedAt: new Date(clientEndedAt) } as const
  if (kind === 'reset') return { kind: 'unread', ...source }
  const page = toPage == null ? undefined : pageCount > 0 ? Math.min(toPage, pageCount) : toPage
  const locator = r2Progression ? parseLocator(r2Progression) : undefined
  const fraction = toPercentage ?? undefined
  if (page === undefined && fraction === undefined) {
    return kind === 'completed' ? { kind, ...source } : undefined
  }
  const completed = kind === 'completed' ? { completed: true } : {}
  return { kind: 'position', ...source, page, fraction, locator, ...completed }
}

/** Ignores an unreadable progression, because the position is also sent as a page or percentage. */
function parseLocator(text: string): Record<string, unknown> | undefined {
  try {
    const { locator } = JSON.parse(text) as { locator?: Record<string, unknown> }
    return typeof locator === 'object' && locator !== null ? locator : undefined
  } catch {
    return undefined
  }
}
