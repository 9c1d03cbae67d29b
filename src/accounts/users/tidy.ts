import { lt, or } from 'drizzle-orm'
import type { Context } from '../../context'
import { loginFailures, refreshTokens, sessions } from './schema'

const hourMs = 3_600_000

/** Removes what has ended by itself; for the clock to call, about once an hour. */
export async function tidyUsers(ctx: Context) {
  const now = ctx.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await ctx.writeBulk(async (tx) => {
    await tx.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now))
    const isOver = or(lt(sessions.expiresAt, now), lt(sessions.revokedAt, ago(24 * hourMs)))
    await tx.delete(sessions).where(isOver)
    await tx.delete(loginFailures).where(lt(loginFailures.lastFailedAt, ago(hourMs)))
  })
}
