/** Requests and responses shared by collections and reading lists. */
import { PageQuery } from '../../platform/http/pagination'
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
  canEdit: boolean({ description: 'May add, remove and move entries' }),
})

const SharedWithGroup = named('ListSharedWithGroup', {
  id: id(),
  name: anyText(),
  canEdit: boolean({ description: 'Its members may add, remove and move entries' }),
})

export const listMembers = {
  id: id(),
  name: anyText(),
  summary: nullable(anyText()),
  ordered: boolean({ description: 'Ordered by hand; otherwise sorted by `sort`' }),
  sort: nullable(anyText({ description: 'Sort order of a list that is not ordered by hand' })),
  automatic: boolean({ description: 'A smart list: its condition decides what is in it' }),
  condition: nullable(freeForm('Of a smart list, for its owner; otherwise null')),
  sharing: oneOf(sharing),
  sharedWith: list(SharedWith, { description: 'Empty unless you are the owner' }),
  sharedWithGroups: list(SharedWithGroup, {
    description: 'Access groups whose members see it. Empty unless you are the owner',
  }),
  ownerName: nullable(anyText({ description: 'null if the account was deleted' })),
  isOwner: boolean({ description: 'You may change its name, cover and sharing' }),
  canEdit: boolean({ description: 'You may add, remove and move entries' }),
  canDelete: boolean(),
  coverItemId: nullable(id('The entry whose picture is the cover')),
  createdAt: instant(),
  updatedAt: instant(),
}

const Name = () => text(200, { minLength: 1 })
const Summary = () => patchable(text(5000))
const Sort = () => patchable(text(60, { description: 'As in the list of entries' }))
const SharedWithBody = () =>
  optional(
    list(shape({ username: text(200, { minLength: 1 }), canEdit: optional(boolean()) }), {
      maxItems: maxPeople,
      description: 'Requires lists:publish',
    }),
  )
const SharedWithGroupsBody = () =>
  optional(
    list(shape({ id: id(), canEdit: optional(boolean()) }), {
      maxItems: maxGroups,
      description: 'Access groups of `GET /user/shareable-groups`. Requires lists:publish',
    }),
  )
const Sharing = () =>
  optional(
    oneOf(sharing, {
      description: '`people`: chosen people and groups. All but `private` requires lists:publish',
    }),
  )

export const ListCreation = named('ListCreation', {
  name: Name(),
  summary: Summary(),
  ordered: optional(boolean()),
  sort: Sort(),
  condition: patchable(
    freeForm(
      'Makes it a smart list, which contains whatever matches for each viewer. The same as in `POST /series/list` or `POST /books/list`; `{}` matches everything',
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
    freeForm('Only of a smart list. null keeps its present entries as a list by hand'),
  ),
  sharing: Sharing(),
  sharedWith: SharedWithBody(),
  sharedWithGroups: SharedWithGroupsBody(),
  coverItemId: patchable(id('An entry; null shows the first four')),
})
export type ListPatch = Static<typeof ListPatch>

export const ListsQuery = shape({
  ...PageQuery,
  search: optional(text(200, { description: 'Only lists whose name contains this text' })),
  editable: optional(
    oneOf(['true', 'false'], { description: 'Only lists that you may edit, or only others' }),
  ),
})
export type ListsQuery = Static<typeof ListsQuery>

/** Whether entries are requested in manual order. */
export const isOrderByHand = (sort: string) => sort === 'custom' || sort === 'custom,asc'

export const ListPlace = shape({
  place: integer({
    minimum: 1,
    description: 'Starts at 1; values beyond the end move the entry to the end',
  }),
})
export const ListEntryParams = shape({ id: id('Id of the list'), itemId: id('Id of the entry') })
