/** Renews a connection's tokens before they expire. */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { ProviderError } from '../../platform/outgoing/provider-error'
import { sendPrivateRequest } from '../../platform/outgoing/send-request'
import { openTokens, sealTokens } from './connection-tokens'
import { findConnectionRow, updateConnection } from './connections'
import { connectionMessages } from './messages'
import { findOauth, refreshTokens } from './oauth/oauth-client'
import type { BuiltInConnection, Connection } from './services/connected-service'
import type { ListService, SendPrivate, Tokens } from './services/list-service'

export const createSignInError = ({ service }: Connection) =>
  new Refusal('conflict', connectionMessages.sign_in_again({ service: service.displayName }))

/**
 * Records that the user has to sign in again, unless they have already done so. Returns the error
 * to throw.
 */
export async function refuseTokens(ctx: Context, connection: Connection): Promise<Refusal> {
  const { id, sealedTokens } = connection.row
  await ctx.write(async (tx) => {
    const current = await findConnectionRow(tx, id)
    if (current?.sealedTokens !== sealedTokens) return
    await updateConnection(tx, id, { needsSignIn: true })
  })
  return createSignInError(connection)
}

/**
 * The most recent renewal of each connection. Renewals run one at a time, because a refresh token
 * may be accepted only once.
 */
const renewals = new Map<string, Promise<void>>()

/**
 * Updates `connection.row` if its tokens expire soon, or immediately if they were rejected. Throws
 * a `Refusal` if the user has to sign in again.
 */
export async function renewTokens(
  ctx: Context,
  connection: BuiltInConnection,
  { isRefused = false, signal }: { isRefused?: boolean; signal: AbortSignal },
): Promise<void> {
  const { id } = connection.row
  if (!isRefused && isFresh(ctx, connection)) return
  const before = renewals.get(id) ?? Promise.resolve()
  const renewal = before.then(() => renewUnlessDone(ctx, connection, signal))
  const settled = renewal.catch(() => undefined)
  renewals.set(id, settled)
  try {
    await renewal
  } finally {
    if (renewals.get(id) === settled) renewals.delete(id)
  }
}

async function renewUnlessDone(ctx: Context, connection: BuiltInConnection, signal: AbortSignal) {
  const current = await findConnectionRow(ctx.db, connection.row.id)
  if (!current || current.needsSignIn) throw createSignInError(connection)
  const isOutdated = current.sealedTokens !== connection.row.sealedTokens
  connection.row = current
  // If the row is outdated, another request has already renewed the tokens.
  if (!isOutdated) await renew(ctx, connection, signal)
}

function isFresh(ctx: Context, { row: { expiresAt }, service }: BuiltInConnection): boolean {
  const { lists } = service
  if (!expiresAt || !canRenew(ctx, lists)) return true
  return expiresAt.getTime() - ctx.clock.now().getTime() > lists.renewBeforeMs
}

const canRenew = (ctx: Context, lists: ListService) =>
  lists.refresh !== undefined || findOauth(ctx, lists) !== undefined

async function renew(ctx: Context, connection: BuiltInConnection, signal: AbortSignal) {
  const { row, service } = connection
  const { id, sealedTokens } = row
  const { refreshToken } = await openTokens(ctx, { id, sealedTokens: sealedTokens! })
  // Tokens that cannot be renewed are used for as long as they are accepted.
  if (refreshToken === null || service.lists.renewBeforeMs === 0) return
  const tokens = await requestTokens(ctx, connection, refreshToken, signal)
  const stored = {
    sealedTokens: await sealTokens(ctx, id, {
      ...tokens,
      refreshToken: tokens.refreshToken ?? refreshToken,
    }),
    expiresAt: tokens.expiresAt,
  }
  const [changed] = await ctx.write(async (tx) => {
    const current = await findConnectionRow(tx, id)
    if (current?.sealedTokens !== sealedTokens) return current ? [current] : []
    return updateConnection(tx, id, stored)
  })
  if (!changed) throw createSignInError(connection)
  connection.row = changed
}

async function requestTokens(
  ctx: Context,
  connection: BuiltInConnection,
  refreshToken: string,
  signal: AbortSignal,
): Promise<Tokens> {
  const { lists } = connection.service
  const oauth = findOauth(ctx, lists)
  const send: SendPrivate = (request) => sendPrivateRequest(ctx, lists, request, { signal })
  try {
    if (lists.refresh) return await lists.refresh(send, refreshToken, ctx.clock.now())
    if (!oauth) throw createSignInError(connection)
    return await refreshTokens(ctx, oauth, refreshToken, signal)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'unauthorized') throw error
    throw await refuseTokens(ctx, connection)
  }
}
