/** Requests and responses shared by collections and reading lists. */
import { defineEvent } from '../../platform/events/event'
import { PageQuery, sortQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  freeForm,
  id,
  instant,
  integer,
  list,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
  nameText,
} from '../../platform/http/shapes'

/** Includes hidden entries. */
export const maxItems = 10_000
export const maxListsOfOwner = 1000
/** Limited, because a page of smart lists requires one query per list. */
export const maxSmartListsOfOwner = 100
export const maxSharedSmartLists = 100
const maxPeople = 100
const maxGroups = 100

const sharing = ['private', 'people', 'everyone'] as const

const SharedWith = named('ListSharedWith', {
  username: anyText(),
  canEdit: boolean({ description: 'Whether this person can add, remove and move entries' }),
})

const SharedWithGroup = named('ListSharedWithGroup', {
  id: id(),
  name: anyText(),
  canEdit: boolean({
    description: 'Whether the members of this group can add, remove and move entries',
  }),
})

export const listMembers = {
  id: id(),
  name: anyText(),
  summary: nullable(anyText()),
  ordered: boolean({
    description: 'Whether the list is ordered by hand; otherwise it is sorted by `sort`',
  }),
  sort: nullable(anyText({ description: 'Sort order of a list that is not ordered by hand' })),
  automatic: boolean({
    description: 'Whether this is a smart list, whose contents are determined by its condition',
  }),
  condition: nullable(
    freeForm('Condition of a smart list; null for other lists, and for everybody except the owner'),
  ),
  sharing: oneOf(sharing),
  sharedWith: list(SharedWith, {
    description: 'People the list is shared with; empty unless you are the owner',
  }),
  sharedWithGroups: list(SharedWithGroup, {
    description: 'Access groups whose members see the list; empty unless you are the owner',
  }),
  ownerName: nullable(
    anyText({ description: 'Username of the owner; null if the account was deleted' }),
  ),
  isOwner: boolean({
    description: 'Whether you can change the name, cover and sharing of the list',
  }),
  canEdit: boolean({ description: 'Whether you can add, remove and move entries' }),
  canDelete: boolean(),
  coverItemId: nullable(id('ID of the entry whose image is the cover')),
  createdAt: instant(),
  updatedAt: instant({
    description:
      'Time of the last change. If the list belongs to another user and may have entries that you cannot see: time at which the newest visible entry was added',
  }),
}

const Name = () => nameText(200)
const Summary = () => patchable(text(5000))
const Sort = () => patchable(text(60, { description: 'Sort order, as in the list of entries' }))
const SharedWithBody = () =>
  optional(
    list(shape({ username: text(200, { minLength: 1 }), canEdit: optional(boolean()) }), {
      maxItems: maxPeople,
      description: 'People to share the list with. Requires lists:publish',
    }),
  )
const SharedWithGroupsBody = () =>
  optional(
    list(shape({ id: id(), canEdit: optional(boolean()) }), {
      maxItems: maxGroups,
      description:
        'Access groups to share the list with, from `GET /user/shareable-groups`. Requires lists:publish',
    }),
  )
const Sharing = () =>
  optional(
    oneOf(sharing, {
      description:
        '`people`: selected people and groups. Everything except `private` requires lists:publish',
    }),
  )

export const ListCreation = named('ListCreation', {
  name: Name(),
  summary: Summary(),
  ordered: optional(boolean()),
  sort: Sort(),
  condition: patchable(
    freeForm(
      'Condition that makes this a smart list. For each viewer, the list contains everything that matches. Same format as in `POST /series/list` and `POST /books/list`; `{}` matches everything',
    ),
  ),
  sharing: Sharing(),
  sharedWith: SharedWithBody(),
  sharedWithGroups: SharedWithGroupsBody(),
})
export type ListCreation = Static<typeof ListCreation>

export const ListPatch = named('ListPatch', {
  name: patchable(Name()),
  summary: Summary(),
  ordered: patchable(boolean()),
  sort: Sort(),
  condition: patchable(
    freeForm(
      'Condition of a smart list; not allowed for other lists. null converts the smart list to a list that is ordered by hand and contains the current entries',
    ),
  ),
  sharing: Sharing(),
  sharedWith: SharedWithBody(),
  sharedWithGroups: SharedWithGroupsBody(),
  coverItemId: patchable(
    id('ID of the entry whose image is the cover; null shows the first four entries'),
  ),
})
export type ListPatch = Static<typeof ListPatch>

export const ListsQuery = shape({
  ...PageQuery,
  search: optional(text(200, { description: 'Only lists whose name contains this text' })),
  editable: optional(
    oneOf(['true', 'false'], {
      description: 'Only lists that you can edit (true) or only lists that you cannot edit (false)',
    }),
  ),
})
export type ListsQuery = Static<typeof ListsQuery>

export const buildListItemsQuery = (sortKeys: readonly string[]) =>
  shape({ ...PageQuery, ...sortQuery(['custom', ...sortKeys]) })
export type ListItemsQuery = ReturnType<typeof buildListItemsQuery>

/** Returns true if entries are requested in manual order. */
export const isOrderByHand = (sort: string) => sort === 'custom' || sort === 'custom,asc'

export const ListPlace = shape({
  place: integer({
    minimum: 1,
    description: 'New position among the entries that you can see, starting at 1',
  }),
})
export const ListEntryParams = shape({ id: id('ID of the list'), itemId: id('ID of the entry') })

export interface SharedListChange {
  listField: 'inCollection' | 'inReadList'
  listId: string
  act?: 'created'
}

/**
 * Published within the server when a list that is shared with readers changes. Each event stream
 * checks whether its viewer sees the list.
 */
export const sharedListChanged = defineEvent<SharedListChange & { everyone: true }>(
  'shared_list_changed',
)
