/**
 * Defines the tables of a list kind. Collections and reading lists differ only in what they
 * contain.
 */
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
import { accessGroups } from '../../accounts/access/schema'
import { users } from '../../accounts/users/schema'
import type { books } from '../books/schema'
import type { series } from '../series/schema'

interface Names {
  lists: string
  items: string
  people: string
  groups: string
}

export function defineListTables(names: Names, getItemId: () => ItemId) {
  const lists = defineLists(names.lists)
  const items = table(
    names.items,
    {
      listId: uuid()
        .notNull()
        .references(() => lists.id, { onDelete: 'cascade' }),
      itemId: uuid().notNull().references(getItemId, { onDelete: 'cascade' }),
      position: integer().notNull(),
      addedAt: createdAt(),
    },
    (t) => [
      primaryKey({ columns: [t.listId, t.itemId] }),
      index(`${names.items}_order`).on(t.listId, t.position),
      index(`${names.items}_item`).on(t.itemId),
    ],
  )
  const people = definePeople(names.people, lists)
  return { lists, items, people, groups: defineGroups(names.groups, lists) }
}

const defineLists = (name: string) =>
  table(
    name,
    {
      id: id(),
      /** null if the owner was deleted. Lists that others can see are kept. */
      ownerId: uuid().references(() => users.id, { onDelete: 'set null' }),
      /** The owner, if the list is private. A private list is deleted along with its owner. */
      privateTo: uuid().references(() => users.id, { onDelete: 'cascade' }),
      name: text().notNull(),
      /** Folded name, so that an owner cannot have two lists whose names look the same. */
      nameKey: text().notNull(),
      summary: text(),
      sharing: oneOf('private', 'people', 'everyone').notNull(),
      /** Whether entries are shown in manual order. Otherwise, they are sorted by `sort`. */
      ordered: boolean().notNull(),
      sort: text(),
      /**
       * Condition of a smart list: each viewer sees the items that match for them. null if entries
       * are added manually.
       */
      condition: json<Record<string, unknown>>(),
      /** The item whose image represents the list. */
      coverItemId: uuid(),
      ...timestamps(),
    },
    (t) => [
      uniqueIndex(`${name}_name`).on(t.ownerId, t.nameKey),
      index(`${name}_private`).on(t.privateTo),
      index(`${name}_sharing`).on(t.sharing, t.nameKey),
    ],
  )

type Lists = ReturnType<typeof defineLists>
type ItemId = typeof series.id | typeof books.id
export type ListTables = ReturnType<typeof defineListTables>

/** Defines the table of users that each list is shared with. */
const definePeople = (name: string, lists: Lists) =>
  table(
    name,
    {
      listId: uuid()
        .notNull()
        .references(() => lists.id, { onDelete: 'cascade' }),
      userId: uuid()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      canEdit: boolean().notNull(),
    },
    (t) => [primaryKey({ columns: [t.listId, t.userId] }), index(`${name}_user`).on(t.userId)],
  )

/** Defines the table of access groups that each list is shared with. */
const defineGroups = (name: string, lists: Lists) =>
  table(
    name,
    {
      listId: uuid()
        .notNull()
        .references(() => lists.id, { onDelete: 'cascade' }),
      groupId: uuid()
        .notNull()
        .references(() => accessGroups.id, { onDelete: 'cascade' }),
      canEdit: boolean().notNull(),
    },
    (t) => [primaryKey({ columns: [t.listId, t.groupId] }), index(`${name}_group`).on(t.groupId)],
  )
