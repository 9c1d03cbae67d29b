import { readResponse, api } from '../../../api/client'
import type { AccessChanges } from './user-access'

/**
 * Saves the limits and adds groups before it removes groups, so that the new limits already apply
 * when the limits of a removed group end.
 */
export async function saveAccess(id: string, { limits, groupIds }: AccessChanges) {
  const params = { path: { id } }
  if (limits) {
    await readResponse(api.PATCH('/api/v1/users/{id}/restrictions', { params, body: limits }))
  }
  if (!groupIds) return
  const own = await readResponse(api.GET('/api/v1/users/{id}/access-groups', { params }))
  const before = own.map((group) => group.id)
  for (const group of groupIds.filter((one) => !before.includes(one))) {
    const path = { group_id: group }
    const body = { userIds: [id] }
    await readResponse(
      api.POST('/api/v1/access-groups/{group_id}/members', { params: { path }, body }),
    )
  }
  for (const group of before.filter((one) => !groupIds.includes(one))) {
    const path = { group_id: group, user_id: id }
    await readResponse(
      api.DELETE('/api/v1/access-groups/{group_id}/members/{user_id}', { params: { path } }),
    )
  }
}
