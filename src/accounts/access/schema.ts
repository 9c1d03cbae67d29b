import {
  boolean,
  createdAt,
  id,
  index,
  integer,
  json,
  oneOf,
  primaryKey,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { sharingTags } from '../../catalog/sharing-tags/schema'
import { users } from '../users/schema'

const ofTag = () =>
  uuid()
    .notNull()
    .references(() => sharingTags.id, { onDelete: 'cascade' })

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

const ofGroup = () =>
  uuid()
    .notNull()
    .references(() => accessGroups.id, { onDelete: 'cascade' })

export const userTagGrants = table(
  'user_tag_grants',
  {
    id: id(),
    userId: ofUser(),
    tagId: ofTag(),
    mode: oneOf('allow', 'deny').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('user_tag_grants_tag').on(t.userId, t.tagId),
    index('user_tag_grants_of_tag').on(t.tagId),
  ],
)

/** Restrictions that several users share. */
export const accessGroups = table(
  'access_groups',
  {
    id: id(),
    name: text().notNull(),
    nameKey: text().notNull(),
    description: text(),
    /** null means all libraries. */
    libraryIds: json<string[]>(),
    ageLimit: integer(),
    hidesUnrated: boolean().notNull().default(false),
    ...timestamps(),
  },
  (t) => [uniqueIndex('access_groups_name').on(t.nameKey)],
)

export const groupTagGrants = table(
  'group_tag_grants',
  {
    groupId: ofGroup(),
    tagId: ofTag(),
    mode: oneOf('allow', 'deny').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.tagId] }),
    index('group_tag_grants_of_tag').on(t.tagId),
  ],
)

export const groupMembers = table(
  'group_members',
  {
    groupId: ofGroup(),
    userId: ofUser(),
    /** `manual`, or the source that manages the membership, such as `oidc:home`. */
    source: text().notNull().default('manual'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.userId] }),
    index('group_members_of_user').on(t.userId),
  ],
)

/** Groups of a sign-in provider whose members belong to the access group. */
export const groupMappings = table(
  'group_mappings',
  { id: id(), groupId: ofGroup(), oidcGroupName: text().notNull(), createdAt: createdAt() },
  (t) => [
    uniqueIndex('group_mappings_name').on(t.groupId, t.oidcGroupName),
    index('group_mappings_oidc').on(t.oidcGroupName),
  ],
)
