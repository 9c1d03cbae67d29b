/** Loads an access group into a form, and saves the changes. */
import { readResponse, api, type Schemas } from '../../../../api/client'
import { type Limits, type LimitsPatch, noLimits } from '../limits'

export type GroupDetail = Schemas['AccessGroupDetail']

export interface GroupChanges {
  name?: string
  limits: LimitsPatch
  members?: readonly string[]
  signInGroups?: readonly string[]
}

interface GroupValues {
  name: string
  members: string[]
  signInGroups: string[]
  limits: Limits
}

const emptyGroup: GroupValues = {
  name: '',
  members: [],
  signInGroups: [],
  limits: noLimits,
}

export function readGroup(group: GroupDetail | undefined): GroupValues {
  if (!group) return emptyGroup
  const listTags = (mode: 'allow' | 'deny') =>
    group.grants
      .filter(({ accessMode }) => accessMode === mode)
      .map(({ sharingTagId }) => sharingTagId)
  return {
    name: group.name,
    members: group.members.map(({ userId }) => userId),
    signInGroups: group.oidcMappings.map(({ oidcGroupName }) => oidcGroupName),
    limits: {
      libraryIds: group.libraryIds,
      ageLimit: group.ageLimit,
      hidesUnrated: group.hidesUnrated,
      allowedTagIds: listTags('allow'),
      deniedTagIds: listTags('deny'),
    },
  }
}

/** Saves the limits first, so that they apply to new members from the start. */
export async function saveGroup(group: GroupDetail | undefined, changes: GroupChanges) {
  const { name = '', limits, members, signInGroups } = changes
  const { allowedTagIds, deniedTagIds, ...settings } = limits
  const body = { name, ...settings }
  const { id } = group
    ? await readResponse(
        api.PATCH('/api/v1/access-groups/{group_id}', {
          params: { path: { group_id: group.id } },
          body,
        }),
      )
    : await readResponse(api.POST('/api/v1/access-groups', { body }))
  const before = readGroup(group)
  if (allowedTagIds || deniedTagIds) {
    const wanted = { allow: allowedTagIds ?? [], deny: deniedTagIds ?? [] }
    await saveGrants(id, before.limits, wanted)
  }
  if (members) await saveMembers(id, before.members, members)
  if (signInGroups) await saveSignInGroups(id, group?.oidcMappings ?? [], signInGroups)
}

async function saveGrants(
  id: string,
  before: { allowedTagIds: string[]; deniedTagIds: string[] },
  wanted: { allow: readonly string[]; deny: readonly string[] },
) {
  for (const accessMode of ['deny', 'allow'] as const) {
    for (const sharingTagId of wanted[accessMode]) {
      await readResponse(
        api.POST('/api/v1/access-groups/{group_id}/grants', {
          params: { path: { group_id: id } },
          body: { sharingTagId, accessMode },
        }),
      )
    }
  }
  const gone = [...before.allowedTagIds, ...before.deniedTagIds].filter(
    (tag) => !wanted.allow.includes(tag) && !wanted.deny.includes(tag),
  )
  for (const tag of gone) {
    const params = { path: { group_id: id, tag_id: tag } }
    await readResponse(api.DELETE('/api/v1/access-groups/{group_id}/grants/{tag_id}', { params }))
  }
}

async function saveMembers(id: string, before: readonly string[], wanted: readonly string[]) {
  const added = wanted.filter((user) => !before.includes(user))
  if (added.length > 0) {
    const params = { path: { group_id: id } }
    const body = { userIds: added }
    await readResponse(api.POST('/api/v1/access-groups/{group_id}/members', { params, body }))
  }
  for (const user of before.filter((one) => !wanted.includes(one))) {
    const params = { path: { group_id: id, user_id: user } }
    await readResponse(api.DELETE('/api/v1/access-groups/{group_id}/members/{user_id}', { params }))
  }
}

async function saveSignInGroups(
  id: string,
  before: GroupDetail['oidcMappings'],
  wanted: readonly string[],
) {
  const known = new Set(before.map(({ oidcGroupName }) => oidcGroupName))
  for (const oidcGroupName of wanted.filter((name) => !known.has(name))) {
    const params = { path: { group_id: id } }
    const body = { oidcGroupName }
    await readResponse(api.POST('/api/v1/access-groups/{group_id}/oidc-mappings', { params, body }))
  }
  for (const { id: mapping } of before.filter((one) => !wanted.includes(one.oidcGroupName))) {
    const params = { path: { group_id: id, mapping_id: mapping } }
    await readResponse(
      api.DELETE('/api/v1/access-groups/{group_id}/oidc-mappings/{mapping_id}', { params }),
    )
  }
}
