import { ageLimitShape, hidesUnratedChoice, hidesUnratedShape } from '../permissions/model'
import { BulkIds } from '../../platform/http/bulk'
import {
  anyText,
  boolean,
  extend,
  id,
  instant,
  integer,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
  uniqueList,
  nameText,
} from '../../platform/http/shapes'

const accessModes = ['allow', 'deny'] as const
export type AccessMode = (typeof accessModes)[number]
const maxTags = 200

const libraryIds = () =>
  nullable(uniqueList(id(), { maxItems: 1000 }), {
    description: 'IDs of the visible libraries; null means all libraries',
  })
const tagIds = (description: string) => uniqueList(id(), { maxItems: maxTags, description })

const settings = {
  libraryIds: libraryIds(),
  ageLimit: ageLimitShape(),
  hidesUnrated: hidesUnratedShape(),
  deniedTagIds: tagIds('Series with one of these sharing tags are hidden'),
  allowedTagIds: tagIds(
    'If not empty, only series with at least one of these sharing tags are visible',
  ),
}
export const UserRestrictions = named('UserRestrictions', settings)
export type UserRestrictions = Static<typeof UserRestrictions>

const patch = {
  libraryIds: optional(libraryIds()),
  ageLimit: optional(ageLimitShape()),
  hidesUnrated: optional(hidesUnratedChoice()),
  deniedTagIds: optional(settings.deniedTagIds),
  allowedTagIds: optional(settings.allowedTagIds),
}
export const RestrictionsPatch = named('RestrictionsPatch', patch)
export type RestrictionsPatch = Static<typeof RestrictionsPatch>

export const BulkRestrictions = named('BulkRestrictionsRequest', { userIds: BulkIds(), ...patch })
export type BulkRestrictions = Static<typeof BulkRestrictions>

const name = () => nameText(100)
const description = () => nullable(text(1000))

export const AccessGroup = named('AccessGroup', {
  id: id(),
  name: anyText(),
  description: nullable(anyText()),
  memberCount: long(),
  grantCount: long({ description: 'Number of sharing tags that are allowed or denied' }),
  libraryIds: libraryIds(),
  ageLimit: ageLimitShape(),
  hidesUnrated: hidesUnratedShape(),
  createdAt: instant(),
  updatedAt: instant(),
})
export type AccessGroup = Static<typeof AccessGroup>
export const AccessGroups = list(AccessGroup)

const GroupSummary = named('AccessGroupSummary', {
  id: id(),
  name: anyText(),
  description: nullable(anyText()),
})
export const GroupSummaries = list(GroupSummary)

const ShareableGroup = named('ShareableGroup', {
  id: id(),
  name: anyText(),
  memberCount: nullable(long(), {
    description: 'Number of members; null unless you are an administrator',
  }),
})
export type ShareableGroup = Static<typeof ShareableGroup>
export const ShareableGroups = list(ShareableGroup)

export const GroupGrant = named('AccessGroupGrant', {
  sharingTagId: id(),
  sharingTagName: anyText(),
  accessMode: oneOf(accessModes),
  createdAt: instant(),
})
export type GroupGrant = Static<typeof GroupGrant>

export const GroupMember = named('AccessGroupMember', {
  userId: id(),
  username: anyText(),
  source: anyText({
    description: '`manual`, or the mapping that adds and removes the member, such as `oidc:home`',
  }),
  createdAt: instant(),
})
export type GroupMember = Static<typeof GroupMember>
export const GroupMembers = list(GroupMember)

export const GroupMapping = named('AccessGroupOidcMapping', {
  id: id(),
  oidcGroupName: anyText(),
  createdAt: instant(),
})
export type GroupMapping = Static<typeof GroupMapping>

export const AccessGroupDetail = extend(
  [
    AccessGroup,
    shape({
      members: list(GroupMember),
      grants: list(GroupGrant),
      oidcMappings: list(GroupMapping),
    }),
  ],
  { additionalProperties: false, title: 'AccessGroupDetail' },
)
export type AccessGroupDetail = Static<typeof AccessGroupDetail>

const groupSettings = {
  libraryIds: patch.libraryIds,
  ageLimit: patch.ageLimit,
  hidesUnrated: patch.hidesUnrated,
}
export const GroupCreation = named('AccessGroupCreation', {
  name: name(),
  description: optional(description()),
  ...groupSettings,
})
export type GroupCreation = Static<typeof GroupCreation>
export const GroupPatch = named('AccessGroupPatch', {
  name: patchable(name()),
  description: optional(description()),
  ...groupSettings,
})
export type GroupPatch = Static<typeof GroupPatch>

export const GrantBody = named('SharingTagGrantRequest', {
  sharingTagId: id(),
  accessMode: oneOf(accessModes),
})
export type GrantBody = Static<typeof GrantBody>
export const MembersBody = named('AccessGroupMembersRequest', { userIds: BulkIds() })
export const MappingBody = named('AccessGroupOidcMappingRequest', {
  oidcGroupName: text(500, { minLength: 1 }),
})

export const ByGroup = shape({ group_id: id() })
export const ByGroupTag = shape({ group_id: id(), tag_id: id() })
export const ByGroupUser = shape({ group_id: id(), user_id: id() })
export const ByGroupMapping = shape({ group_id: id(), mapping_id: id() })
export const ByUserTag = shape({ id: id(), tag_id: id() })

export const UserGrant = named('UserSharingTagGrant', {
  id: id(),
  sharingTagId: id(),
  sharingTagName: anyText(),
  accessMode: oneOf(accessModes),
  createdAt: instant(),
})
export type UserGrant = Static<typeof UserGrant>
export const UserGrants = named('UserSharingTagGrants', { userId: id(), grants: list(UserGrant) })
export type UserGrants = Static<typeof UserGrants>

const source = {
  kind: oneOf(['user', 'group'] as const),
  groupId: nullable(id()),
  groupName: nullable(anyText()),
}
export const GrantSource = named('GrantSource', source)
export type GrantSource = Static<typeof GrantSource>

const hidingRules = ['library', 'trash', 'age', 'unrated', 'denied_tag', 'whitelist'] as const

export const EffectiveGrants = named('EffectiveGrants', {
  userId: id(),
  isAdministrator: boolean({
    description:
      'Whether the user is an administrator, who sees everything regardless of these settings',
  }),
  grants: list(
    named('EffectiveGrant', {
      sharingTagId: id(),
      sharingTagName: anyText(),
      accessMode: oneOf(accessModes, {
        description: 'A tag that is both allowed and denied is denied',
      }),
      sources: list(GrantSource),
    }),
  ),
  libraryIds: nullable(list(id()), {
    description: 'IDs of the visible libraries; null means all libraries',
  }),
  librarySources: list(GrantSource, {
    description: 'Settings and groups that limit the libraries',
  }),
  ageLimit: nullable(integer()),
  ageLimitSources: list(GrantSource, {
    description: 'Settings and groups with the lowest age limit',
  }),
  hidesUnrated: boolean(),
  hidesUnratedSources: list(GrantSource),
  whitelists: list(named('EffectiveWhitelist', { ...source, sharingTagIds: list(id()) }), {
    description: 'Lists of allowed tags; a series is visible only if it has a tag from each list',
  }),
  hasReaderPermissionsOnly: boolean({
    description:
      'Whether permissions beyond those of a reader are suspended because series are restricted',
  }),
  decision: nullable(
    named('AccessDecision', {
      seriesId: id(),
      isVisible: boolean(),
      reasons: list(
        named('AccessReason', {
          rule: oneOf(hidingRules),
          sources: list(GrantSource),
          sharingTagIds: list(id(), {
            description:
              'Empty for `denied_tag` while it is unknown which tags the series will get from an import or a purged series',
          }),
        }),
      ),
    }),
    { description: 'Whether the user sees the series given by `seriesId`, and why' },
  ),
})
export type EffectiveGrants = Static<typeof EffectiveGrants>
export type AccessDecision = NonNullable<EffectiveGrants['decision']>
export const EffectiveQuery = shape({
  seriesId: optional(
    id('ID of a series; if given, the response explains whether the user sees it, and why'),
  ),
})
