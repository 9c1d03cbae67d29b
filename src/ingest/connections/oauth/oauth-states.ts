/** Sign-ins at a service that have started but not finished. */
import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm'
import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import type { Context } from '../../../context'
import { defineSealedColumn } from '../../../platform/secrets/sealed-column'
import { oauthStates } from '../schema'

const lifetimeMs = 10 * 60_000
/** Maximum number of open sign-ins per session. The oldest ones are deleted. */
const maxOpen = 5

const hashState = (state: string) =>
  new Bun.CryptoHasher('sha256').update(state).digest('base64url')

export const sealedVerifiers = defineSealedColumn(oauthStates, 'sealedVerifier')

interface Holder {
  userId: string
  sessionId: string
}

export async function createOauthState(
  ctx: Context,
  { userId, sessionId }: Holder,
  service: string,
): Promise<{ state: string; verifier: string }> {
  const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()]
  const id = hashState(state)
  const sealedVerifier = await sealedVerifiers.seal(ctx, id, verifier)
  const now = ctx.clock.now()
  await ctx.write(async (tx) => {
    await tx.delete(oauthStates).where(lte(oauthStates.expiresAt, now))
    const open = await tx
      .select({ id: oauthStates.id })
      .from(oauthStates)
      .where(eq(oauthStates.sessionId, sessionId))
      .orderBy(asc(oauthStates.expiresAt), asc(oauthStates.id))
    const dropped = open.slice(0, Math.max(open.length - maxOpen + 1, 0)).map((one) => one.id)
    if (dropped.length > 0) await tx.delete(oauthStates).where(inArray(oauthStates.id, dropped))
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    await tx
      .insert(oauthStates)
      .values({ id, userId, sessionId, service, sealedVerifier, expiresAt })
  })
  return { state, verifier }
}

/**
 * Returns and deletes a state. Returns undefined if the state has expired or another session
 * started the sign-in.
 */
export async function takeOauthState(
  ctx: Context,
  { userId, sessionId }: Holder,
  state: string,
): Promise<{ service: string; verifier: string } | undefined> {
  const id = hashState(state)
  const [row] = await ctx.write((tx) =>
    tx
      .delete(oauthStates)
      .where(
        and(
          eq(oauthStates.id, id),
          eq(oauthStates.userId, userId),
          eq(oauthStates.sessionId, sessionId),
          gt(oauthStates.expiresAt, ctx.clock.now()),
        ),
      )
      .returning(),
  )
  if (!row) return undefined
  return {
    service: row.service,
    verifier: await sealedVerifiers.open(ctx, id, row.sealedVerifier),
  }
}
