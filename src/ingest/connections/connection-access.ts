/** The reading list of a connection, read and changed with its tokens. */
import type { Context } from '../../context'
import { ProviderError } from '../../platform/outgoing/provider-error'
import { openTokens } from './connection-tokens'
import { type Connection, requireUsable } from './connections'
import { createSignInError, refuseTokens, renewTokens } from './renew-tokens'
import type { ListChange, ListEntry, SendPrivate } from './services/list-service'
import { sendWith } from './sign-in'

export interface OpenList {
  /** All works in the list. */
  listEntries(): Promise<ListEntry[]>
  /** The entry as it is now; undefined if there is none. */
  findEntry(externalId: string): Promise<ListEntry | undefined>
  /** Changes the entry, or adds one if there is none. */
  save(work: SavedWork): Promise<void>
  deleteEntry(entryId: string): Promise<void>
}

export interface SavedWork {
  externalId: string
  entry: Pick<ListEntry, 'entryId'> | undefined
  change: ListChange
}

/** Throws a `Refusal` if the user has to sign in again. */
export async function openConnection(
  ctx: Context,
  given: Connection,
  signal: AbortSignal,
): Promise<OpenList> {
  requireUsable(given)
  const { service } = given
  const { sealedTokens, externalUserId: accountId } = given.row
  if (sealedTokens === null || accountId === null) throw createSignInError(given)
  const send = createSend(ctx, { ...given }, signal)
  // Also shows whether the token is still accepted: not every request does at every service.
  const { id } = await service.getAccount(send)
  if (id !== accountId) throw createSignInError(given)
  return {
    listEntries: () => service.listEntries(send, accountId),
    findEntry: (externalId) => service.findEntry(send, { accountId, externalId }),
    save: ({ externalId, entry, change }) =>
      service.save(send, { accountId, externalId, entryId: entry?.entryId ?? null, change }),
    deleteEntry: (entryId) => service.deleteEntry(send, entryId),
  }
}

/** `connection.row` follows the tokens. */
function createSend(ctx: Context, connection: Connection, signal: AbortSignal): SendPrivate {
  const { service } = connection
  const sendOnce: SendPrivate = async (request) => {
    const { id, sealedTokens } = connection.row
    if (sealedTokens === null) throw createSignInError(connection)
    const { accessToken } = await openTokens(ctx, { id, sealedTokens })
    const send = sendWith(ctx, service, { token: accessToken, signal })
    try {
      return await send(request)
    } catch (error) {
      // The account tells apart whether the request or the token was refused.
      if (isBroken(error) && service.hidesRefusedTokens) await service.getAccount(send)
      throw error
    }
  }
  return async (request) => {
    await renewTokens(ctx, connection, { signal })
    const before = connection.row.sealedTokens
    try {
      return await sendOnce(request)
    } catch (error) {
      if (!isUnauthorized(error)) throw error
    }
    await renewTokens(ctx, connection, { isRefused: true, signal })
    if (connection.row.sealedTokens === before) throw await refuseTokens(ctx, connection)
    try {
      return await sendOnce(request)
    } catch (error) {
      throw isUnauthorized(error) ? await refuseTokens(ctx, connection) : error
    }
  }
}

const isUnauthorized = (error: unknown) =>
  error instanceof ProviderError && error.code === 'unauthorized'
const isBroken = (error: unknown) => error instanceof ProviderError && error.code === 'broken'
