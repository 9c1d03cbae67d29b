/** The tokens of a connection, renewed in time. */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { ProviderError } from '../../platform/outgoing/provider-error'
import { sendPrivateRequest } from '../../platform/outgoing/send-request'
import { openTokens, sealTokens } from './connection-tokens'
import { type Connection, findConnection, updateConnection } from './connections'
import { connectionMessages } from './messages'
import { findOauth, refreshTokens } from './oauth/oauth-client'
import type { SendPrivate, Tokens } from './services/list-service'

export const createSignInError = ({ service }: Connection) =>
  new Refusal('conflict', connectionMessages.sign_in_again({ service: service.displayName }))

/** The user has to sign in again, unless they have done so meanwhile. Nothing else changes. */
export async function refuseTokens(ctx: Context, connection: Connection): Promise<Refusal> {
  const { id, sealedTokens } = connection.row
  await ctx.write(async (tx) => {
    const current = await findConnection(tx, id)
    if (current?.row.sealedTokens !== sealedTokens) return
    await updateConnection(tx, id, { needsSignIn: true })
  })
  return createSignInError(connection)
}

/** By connection: a refresh token may be accepted only once. */
const renewals = new Map<string, Promise<void>>()

/**
 * Changes `connection.row` if its tokens end soon, or at once if they were refused. Throws a `Refusal` if the user
 * has to sign in again.
 */
export async function renewTokens(
  ctx: Context,
  connection: Connection,
  { isRefused = false, signal }: { isRefused?: boolean; signal: AbortSignal },
): Promise<void> {
  const { id } = connection.row
  if (!isRefused && isFresh(ctx, connection)) return
  await renewals.get(id)
  const current = await findConnection(ctx.db, id)
  if (!current) throw createSignInError(connection)
  const isOutdated = current.row.sealedTokens !== connection.row.sealedTokens
  connection.row = current.row
  // Somebody else has renewed them.
  if (isOutdated) return
  const renewal = renew(ctx, connection, signal)
  const settled = renewal.catch(() => undefined)
  renewals.set(id, settled)
  try {
    await renewal
  } finally {
    if (renewals.get(id) === settled) renewals.delete(id)
  }
}

function isFresh(ctx: Context, { row: { expiresAt }, service }: Connection): boolean {
  if (!expiresAt || !canRenew(ctx, service)) return true
  return expiresAt.getTime() - ctx.now().getTime() > service.renewBeforeMs
}

const canRenew = (ctx: Context, service: Connection['service']) =>
  service.refresh !== undefined || findOauth(ctx, service) !== undefined

async function renew(ctx: Context, connection: Connection, signal: AbortSignal) {
  const { row, service } = connection
  const { id, sealedTokens } = row
  const { refreshToken } = await openTokens(ctx, { id, sealedTokens: sealedTokens! })
  // Tokens that cannot be renewed are used as long as they are accepted.
  if (refreshToken === null || service.renewBeforeMs === 0) return
  const tokens = await requestTokens(ctx, connection, refreshToken, signal)
  const stored = {
    sealedTokens: await sealTokens(ctx, id, {
      ...tokens,
      refreshToken: tokens.refreshToken ?? refreshToken,
    }),
    expiresAt: tokens.expiresAt,
  }
  const [changed] = await ctx.write(async (tx) => {
    const current = await findConnection(tx, id)
    if (current?.row.sealedTokens !== sealedTokens) return current ? [current.row] : []
    return updateConnection(tx, id, stored)
  })
  if (!changed) throw createSignInError(connection)
  connection.row = changed
}

async function requestTokens(
  ctx: Context,
  connection: Connection,
  refreshToken: string,
  signal: AbortSignal,
): Promise<Tokens> {
  const { service } = connection
  const oauth = findOauth(ctx, service)
  const send: SendPrivate = (request) => sendPrivateRequest(ctx, service, request, { signal })
  try {
    if (service.refresh) return await service.refresh(send, refreshToken, ctx.now())
    if (!oauth) throw createSignInError(connection)
    return await refreshTokens(ctx, oauth, refreshToken, signal)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'unauthorized') throw error
    throw await refuseTokens(ctx, connection)
  }
}
