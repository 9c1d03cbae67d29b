/**
 * Records when sessions and API keys were last used, in the background and at most once a minute
 * for each.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { sessions } from './schema'
import { accountLogMessages } from '../permissions/messages'

const intervalMs = 60_000
/** IDs whose write is in progress, so that a burst of requests causes only one write. */
const pending = new Set<string>()

interface Used {
  id: string
  lastUsedAt: Date | null
}

/**
 * Runs `write` unless the last use is recent; a failure is logged and does not fail the request.
 */
export function recordUse(
  ctx: Context,
  { id, lastUsedAt }: Used,
  write: (tx: Tx, now: Date) => Promise<void>,
) {
  const now = ctx.clock.now()
  const isRecent = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() <= intervalMs
  if (isRecent || pending.has(id)) return
  pending.add(id)
  void ctx
    .writeBulk((tx) => write(tx, now))
    .catch((error: unknown) => ctx.log.warn({ err: error }, accountLogMessages.last_use_failed()))
    .finally(() => pending.delete(id))
}

interface UsedSession {
  sessionId: string
  kind: 'browser' | 'app' | 'signed'
  lastUsedAt: Date
  expiresAt: Date
}

/**
 * Each use extends a browser session. An app session is extended when the app refreshes its tokens.
 */
export function recordSessionUse(
  ctx: Context,
  { sessionId, kind, lastUsedAt, expiresAt }: UsedSession,
) {
  recordUse(ctx, { id: sessionId, lastUsedAt }, async (tx, now) => {
    const extendedTo = new Date(now.getTime() + ctx.config.auth.session_days * 86_400_000)
    const isExtended = kind === 'browser' && extendedTo > expiresAt
    await tx
      .update(sessions)
      .set({ lastUsedAt: now, ...(isExtended && { expiresAt: extendedTo }) })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
  })
}
