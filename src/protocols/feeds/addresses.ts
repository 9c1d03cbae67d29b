/** Feed URLs, each with a key. */
import {
  auditDeviceCredential,
  registerDeviceCredentials,
} from '../../accounts/api-keys/device-credentials'
import { userMessages } from '../../accounts/permissions/messages'
import type { Viewer } from '../../accounts/permissions/model'
import { refuseApiKey } from '../../accounts/permissions/permission-rules'
import { recordUse } from '../../accounts/sessions/last-use'
import { hashSecret, newSecret } from '../../accounts/sessions/secrets'
import {
  countAttempt,
  createAddressCounters,
  recordFailedLogin,
} from '../../accounts/users/sign-in/login-throttle'
import { findViewerOfUser } from '../../accounts/users/viewer-of-user'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { getClientAddress } from '../../platform/http/requests/client-address'
import { feedMessages } from './messages'
import {
  countFeedAddresses,
  deleteFeedAddressRow,
  deleteUserFeedAddresses,
  findFeedAddressByKey,
  findFeedAddresses,
  insertFeedAddress,
  updateFeedUse,
} from './queries'

const maxAddresses = 50

registerDeviceCredentials(deleteUserFeedAddresses)

export async function listFeedAddresses(ctx: Context, { userId }: Viewer) {
  return { addresses: await findFeedAddresses(ctx.db, userId) }
}

/** Creates a feed URL. The key is returned only here. */
export async function createFeedAddress(ctx: Context, viewer: Viewer, { name }: { name: string }) {
  refuseApiKey(viewer, feedMessages.key_cannot_create_address())
  const { userId } = viewer
  const key = newSecret()
  const address = await ctx.write(async (tx) => {
    if ((await countFeedAddresses(tx, userId)) >= maxAddresses) {
      throw new Refusal('conflict', feedMessages.too_many_addresses({ max: maxAddresses }))
    }
    await auditAddress(ctx, tx, viewer, { action: 'create_key', name })
    return insertFeedAddress(tx, { userId, name, keyHash: hashSecret(key) })
  })
  const path = `/feeds/${key}/releases`
  return { ...address, atomPath: `${path}.atom`, calendarPath: `${path}.ics` }
}

export async function deleteFeedAddress(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    const name = await deleteFeedAddressRow(tx, viewer.userId, id)
    if (name === undefined) throw notFound(feedMessages.address_not_found())
    await auditAddress(ctx, tx, viewer, { action: 'delete_key', name })
  })
}

const auditAddress = (
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  change: { action: 'create_key' | 'delete_key'; name: string },
) => auditDeviceCredential(ctx, tx, viewer, { ...change, method: 'feed' })

/**
 * Finds the owner of the key in the path. Keys are too long to guess, so only failed attempts are
 * rate limited.
 */
export async function identifyFeedViewer(ctx: Context, request: Request): Promise<Viewer> {
  const [, , key = ''] = new URL(request.url).pathname.split('/')
  const address = await findFeedAddressByKey(ctx.db, hashSecret(key))
  const viewer = address && (await findViewerOfUser(ctx.db, address.userId))
  if (!address || !viewer) {
    const from = getClientAddress(ctx, request)
    await countAttempt(ctx, createAddressCounters(from))
    await recordFailedLogin(ctx, from, { method: 'feed address' })
    throw new Refusal('unauthenticated', feedMessages.unknown_key())
  }
  if (!viewer.permissions.has('series:read')) {
    throw new Refusal('forbidden', userMessages.permission_required({ permission: 'series:read' }))
  }
  recordUse(ctx, address, (tx, now) => updateFeedUse(tx, address.id, now))
  return viewer
}
