/** What the form of a list holds, and the request that it makes. */
import type { Schemas } from '../../api/client'
import type { Condition } from '../../components/condition/tree/condition-shape'
import type { ItemList } from '../../components/lists/list-requests'

export type Sharing = Schemas['Collection']['sharing']

export interface Draft {
  name: string
  summary: string
  /** `custom`, `default` or a sort order of the API. */
  order: string
  /** Of a smart list; undefined while a value is missing. */
  condition: Condition | undefined
  isSmart: boolean
  sharing: Sharing
  /** Names separated by commas. */
  readers: string
  editors: string
}

const newDraft: Draft = {
  name: '',
  summary: '',
  order: 'custom',
  condition: {},
  isSmart: false,
  sharing: 'private',
  readers: '',
  editors: '',
}

export function createDraft(list: ItemList | undefined): Draft {
  if (!list) return newDraft
  const namesOf = (mayEdit: boolean) =>
    list.sharedWith
      .filter(({ canEdit }) => canEdit === mayEdit)
      .map(({ username }) => username)
      .join(', ')
  return {
    name: list.name,
    summary: list.summary ?? '',
    order: list.ordered ? byHand : (list.sort ?? defaultSort),
    condition: list.condition ?? {},
    isSmart: list.automatic,
    sharing: list.sharing,
    readers: namesOf(false),
    editors: namesOf(true),
  }
}
export const byHand = 'custom'
export const defaultSort = 'default'

const splitNames = (names: string) =>
  names
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean)

export function buildBody(draft: Draft, { mayShare, list }: BodyOptions): Schemas['ListCreation'] {
  const { name, summary, order, sharing, readers, editors, isSmart, condition } = draft
  const ordered = order === byHand && !isSmart
  const sharedWith = [
    ...splitNames(readers).map((username) => ({ username, canEdit: false })),
    ...splitNames(editors).map((username) => ({ username, canEdit: true })),
  ]
  return {
    name,
    summary: summary.trim() || null,
    ordered,
    ...(!ordered && { sort: [defaultSort, byHand].includes(order) ? null : order }),
    ...(isSmart && condition && { condition }),
    // What it holds now stays in it.
    ...(!isSmart && list?.automatic && { condition: null }),
    ...(mayShare && { sharing, sharedWith: sharing === 'private' ? [] : sharedWith }),
  }
}

interface BodyOptions {
  mayShare: boolean
  list: ItemList | undefined
}
