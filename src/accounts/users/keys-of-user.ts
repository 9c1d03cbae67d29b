/** API keys of other users, for administrators. The secret of a key is never shown again. */
import type { Context } from '../../context'
import type { Found } from '../../platform/http/pagination'
import type { ApiKey, ApiKeyQuery } from '../api-keys/model'
import { deleteApiKey, deleteUserApiKeys, listApiKeys } from '../api-keys/service'
import { auditDetail } from '../audit/record'
import { type Viewer, userChanged } from '../permissions/model'
import { refuseAdminChangeByKey } from '../permissions/permission-rules'
import { getUser, refuseHigherUser } from './service'
import { auditUser } from './user-audit'

export async function listKeysOfUser(
  ctx: Context,
  userId: string,
  query: ApiKeyQuery,
): Promise<Found<ApiKey>> {
  await getUser(ctx, userId)
  return listApiKeys(ctx, userId, query)
}

export async function deleteKeyOfUser(ctx: Context, viewer: Viewer, userId: string, id: string) {
  const owner = await requireManageable(ctx, viewer, userId)
  await deleteApiKey(ctx, viewer, { id, owner })
}

export async function deleteKeysOfUser(ctx: Context, viewer: Viewer, userId: string) {
  const user = await requireManageable(ctx, viewer, userId)
  const deletedCount = await ctx.write(async (tx) => {
    const count = await deleteUserApiKeys(tx, userId)
    const changes = [auditDetail('count', count)]
    await auditUser(ctx, tx, viewer, { user, action: 'delete_key', changes })
    return count
  })
  ctx.bus.publish(userChanged, { userId })
  return { deletedCount }
}

async function requireManageable(ctx: Context, viewer: Viewer, userId: string) {
  const user = await getUser(ctx, userId)
  await refuseHigherUser(ctx.db, viewer, user)
  refuseAdminChangeByKey(viewer, user)
  return user
}
