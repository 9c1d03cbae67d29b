/** Remembers when sessions and keys were last used: beside the request, and once a minute at most. */
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { apiKeys, sessions } from './schema'

const oftenMs = 60_000
/** Being written this moment, so that a burst of requests writes once. */
const underWay = new Set<string>()

export function noteKeyUse(
  ctx: Context,
  { id, lastUsedAt }: { id: string; lastUsedAt: Date | null },
) {
  const now = ctx.now()
  if (!isDue(lastUsedAt, now)) return
  noteBeside(ctx, id, async (tx) => {
    const isOlder = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, now))
    await tx
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, id), isOlder))
  })
}

interface UsedSession {
  sessionId: string
  kind: 'browser' | 'app'
  lastUsedAt: Date
  expiresAt: Date
}

/** A browser's session lasts on with each use; an app's does so when it asks for new tokens. */
export function noteSessionUse(
  ctx: Context,
  { sessionId, kind, lastUsedAt, expiresAt }: UsedSession,
) {
  const now = ctx.now()
  if (!isDue(lastUsedAt, now)) return
  const slidTo = new Date(now.getTime() + ctx.config.auth.session_days * 86_400_000)
  const later = kind === 'browser' && slidTo > expiresAt ? { expiresAt: slidTo } : {}
  noteBeside(ctx, sessionId, async (tx) => {
    await tx
      .update(sessions)
      .set({ lastUsedAt: now, ...later })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
  })
}

const isDue = (lastUsedAt: Date | null, now: Date) =>
  !lastUsedAt || now.getTime() - lastUsedAt.getTime() > oftenMs

function noteBeside(ctx: Context, id: string, write: (tx: Tx) => Promise<void>) {
  if (underWay.has(id)) return
  underWay.add(id)
  void ctx
    .writeBulk(write)
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a time of last use was not kept'))
    .finally(() => underWay.delete(id))
}
