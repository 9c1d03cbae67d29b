import { readResponse, api } from '../../../api/client'
import type { AccessChanges } from './user-access'

/**
 * Adds groups before it changes the user's own limits, and removes groups last. Restrictions apply
 * together, so the user never sees more between two requests than before or after all of them.
 */
export async function saveAccess(id: string, { limits, groupIds }: AccessChanges) {
  const before = groupIds ? await listGroupIds(id) : []
  for (const group of groupIds ?? []) if (!before.includes(group)) await addToGroup(id, group)
  if (limits) {
    const params = { path: { id } }
    await readResponse(api.PATCH('/api/v1/users/{id}/restrictions', { params, body: limits }))
  }
  for (const group of before) if (!groupIds?.includes(group)) await removeFromGroup(id, group)
}

async function listGroupIds(id: string): Promise<string[]> {
  const params = { path: { id } }
  const groups = await readResponse(api.GET('/api/v1/users/{id}/access-groups', { params }))
  return groups.map((group) => group.id)
}

async function addToGroup(id: string, group: string) {
  const params = { path: { group_id: group } }
  const body = { userIds: [id] }
  await readResponse(api.POST('/api/v1/access-groups/{group_id}/members', { params, body }))
}

async function removeFromGroup(id: string, group: string) {
  const params = { path: { group_id: group, user_id: id } }
  await readResponse(api.DELETE('/api/v1/access-groups/{group_id}/members/{user_id}', { params }))
}
