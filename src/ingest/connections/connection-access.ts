/** Opens the user's list at a service, using the tokens of the connection. */
import type { Context } from '../../context'
import { ProviderError } from '../../platform/outgoing/provider-error'
import { readAgreement } from './connection-config'
import { openTokens } from './connection-tokens'
import { requireSyncing } from './connections'
import { openPluginList } from './plugin-lists/plugin-list'
import { createSignInError, refuseTokens, renewTokens } from './renew-tokens'
import type { BuiltInConnection, Connection } from './services/connected-service'
import type { Agreement, ListEntry, SendPrivate } from './services/list-service'
import type { OpenList } from './services/open-list'
import { sendWith } from './sign-in'

/**
 * Opens the list for syncing reading progress. Throws a `Refusal` if the connection cannot be used,
 * for example because the user has to sign in again.
 */
export async function openConnection(
  ctx: Context,
  { row, service }: Connection,
  signal: AbortSignal,
): Promise<OpenList> {
  requireSyncing({ row, service })
  return service.kind === 'plugin'
    ? openPluginList(ctx, { row, service }, { plugin: service.plugin, signal })
    : openBuiltInList(ctx, { row, service }, signal)
}

async function openBuiltInList(
  ctx: Context,
  given: BuiltInConnection,
  signal: AbortSignal,
): Promise<OpenList> {
  const { lists } = given.service
  const { sealedTokens, externalUserId: accountId } = given.row
  if (sealedTokens === null || accountId === null) throw createSignInError(given)
  const send = createSend(ctx, { ...given }, signal)
  // Requesting the account also shows whether the token is still valid: some services do not check
  // it on every request.
  const { id } = await lists.getAccount(send)
  if (id !== accountId) throw createSignInError(given)
  const agreed = readAgreement(given.row.config)
  return {
    listEntries: async () =>
      (await lists.listEntries(send, accountId, agreed)).map((entry) => pickAgreed(entry, agreed)),
    findEntry: async (externalId) => {
      const entry = await lists.findEntry(send, { accountId, externalId })
      return entry && pickAgreed(entry, agreed)
    },
    save: ({ externalId, entry, change }) =>
      lists.save(send, { accountId, externalId, entryId: entry?.entryId ?? null, change }),
    deleteEntry: (entryId) => lists.deleteEntry(send, entryId),
  }
}

/** Removes the data that the user did not agree to sync. */
const pickAgreed = ({ score, notes, ...entry }: ListEntry, agreed: Agreement): ListEntry => ({
  ...entry,
  ...(agreed.scores && score !== undefined && { score }),
  ...(agreed.notes && notes !== undefined && { notes }),
})

/**
 * Creates a function that sends requests with the tokens. It renews the tokens when necessary, and
 * then updates `connection.row`.
 */
function createSend(ctx: Context, connection: BuiltInConnection, signal: AbortSignal): SendPrivate {
  const { lists } = connection.service
  const sendOnce: SendPrivate = async (request) => {
    const { id, sealedTokens } = connection.row
    if (sealedTokens === null) throw createSignInError(connection)
    const { accessToken } = await openTokens(ctx, { id, sealedTokens })
    const send = sendWith(ctx, lists, { token: accessToken, signal })
    try {
      return await send(request)
    } catch (error) {
      // Requesting the account shows whether the request or the token was rejected.
      if (isBroken(error) && lists.hidesRefusedTokens) await lists.getAccount(send)
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
