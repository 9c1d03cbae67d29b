/** API keys of other users, for administrators. Nobody sees the secret of a key again. */
import type { Context } from '../../context'
import type { Found } from '../../platform/http/pagination'
import type { ApiKey, ApiKeyQuery } from '../api-keys/model'
import { deleteApiKey, deleteUserApiKeys, listApiKeys } from '../api-keys/service'
import { type Viewer, userChanged } from '../permissions/model'
import { refuseAdminChangeByKey } from '../permissions/permission-rules'
import { getUser, refuseHigherUser } from './service'

export async function listKeysOfUser(
  ctx: Context,
  userId: string,
  query: ApiKeyQuery,
): Promise<Found<ApiKey>> {
  await getUser(ctx, userId)
  return listApiKeys(ctx, userId, query)
}

export async function deleteKeyOfUser(ctx: Context, viewer: Viewer, userId: string, id: string) {
  await refuseForeignKeys(ctx, viewer, userId)
  await deleteApiKey(ctx, userId, id)
}

export async function deleteKeysOfUser(ctx: Context, viewer: Viewer, userId: string) {
  await refuseForeignKeys(ctx, viewer, userId)
  const deletedCount = await ctx.write((tx) => deleteUserApiKeys(tx, userId))
  ctx.bus.publish(userChanged, { userId })
  return { deletedCount }
}

async function refuseForeignKeys(ctx: Context, viewer: Viewer, userId: string) {
  const user = await getUser(ctx, userId)
  await refuseHigherUser(ctx.db, viewer, user)
  refuseAdminChangeByKey(viewer, user)
}
