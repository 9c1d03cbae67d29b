/** Sends requests for a connection, with tokens that are renewed in time. */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { ProviderError } from '../../platform/outgoing/provider-error'
import { sendPrivateRequest } from '../../platform/outgoing/send-request'
import { openTokens, sealTokens } from './connection-tokens'
import { type Connection, requireUsable, updateConnection } from './connections'
import { connectionMessages } from './messages'
import type { SendPrivate, Tokens } from './services/list-service'
import { sendWith } from './sign-in'

const renewBeforeMs = 24 * 3_600_000

/** Throws a `Refusal` if the user has to sign in again. */
export async function openConnection(
  ctx: Context,
  connection: Connection,
  signal: AbortSignal,
): Promise<{ send: SendPrivate; accountId: string }> {
  requireUsable(connection)
  const { row, service } = connection
  const { sealedTokens, externalUserId } = row
  if (sealedTokens === null || externalUserId === null) throw createSignInError(connection)
  const stored = await openTokens(ctx, { id: row.id, sealedTokens })
  const { accessToken } = await renewIfNeeded(ctx, connection, stored, signal)
  const plain = sendWith(ctx, service, { token: accessToken, signal })
  const send: SendPrivate = async (request) => {
    try {
      return await plain(request)
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== 'unauthorized') throw error
      await ctx.write((tx) => updateConnection(tx, row.id, { needsSignIn: true }))
      throw createSignInError(connection)
    }
  }
  // Also shows whether the token is still accepted: not every request does at every service.
  const { id } = await service.getAccount(send)
  if (id !== externalUserId) throw createSignInError(connection)
  return { send, accountId: id }
}

const createSignInError = ({ service }: Connection) =>
  new Refusal('conflict', connectionMessages.sign_in_again({ service: service.displayName }))

/** Jobs of one connection never run at the same time, so the refresh token is used once. */
async function renewIfNeeded(
  ctx: Context,
  connection: Connection,
  stored: Pick<Tokens, 'accessToken' | 'refreshToken'>,
  signal: AbortSignal,
): Promise<Pick<Tokens, 'accessToken'>> {
  const { row, service } = connection
  const isFresh = !row.expiresAt || row.expiresAt.getTime() - ctx.now().getTime() > renewBeforeMs
  if (isFresh || !service.refresh || stored.refreshToken === null) return stored
  const send: SendPrivate = (request) => sendPrivateRequest(ctx, service, request, { signal })
  try {
    const tokens = await service.refresh(send, stored.refreshToken, ctx.now())
    const refreshToken = tokens.refreshToken ?? stored.refreshToken
    const sealedTokens = await sealTokens(ctx, row.id, { ...tokens, refreshToken })
    await ctx.write((tx) =>
      updateConnection(tx, row.id, { sealedTokens, expiresAt: tokens.expiresAt }),
    )
    return tokens
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'unauthorized') throw error
    await ctx.write((tx) => updateConnection(tx, row.id, { needsSignIn: true }))
    throw createSignInError(connection)
  }
}
