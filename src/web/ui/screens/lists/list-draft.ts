/** The values in a list form, and the request built from them. */
import type { Schemas } from '../../api/client'
import type { Condition } from '../../components/condition/tree/condition-shape'
import type { ItemList } from '../../components/lists/list-requests'

export type Sharing = Schemas['Collection']['sharing']

export interface Draft {
  name: string
  summary: string
  /** `custom`, `default` or a sort order of the API. */
  order: string
  /** Condition of a smart list, or undefined while a value is missing. */
  condition: Condition | undefined
  isSmart: boolean
  sharing: Sharing
  people: readonly Schemas['ListSharedWith'][]
  /** Usernames that have been typed but not added yet, separated by commas. */
  typed: string
  groups: readonly Schemas['ListSharedWithGroup'][]
}

const newDraft: Draft = {
  name: '',
  summary: '',
  order: 'custom',
  condition: {},
  isSmart: false,
  sharing: 'private',
  people: [],
  typed: '',
  groups: [],
}

export function createDraft(list: ItemList | undefined): Draft {
  if (!list) return newDraft
  return {
    name: list.name,
    summary: list.summary ?? '',
    order: list.ordered ? byHand : (list.sort ?? defaultSort),
    condition: list.condition ?? {},
    isSmart: list.automatic,
    sharing: list.sharing,
    people: list.sharedWith,
    typed: '',
    groups: list.sharedWithGroups,
  }
}
export const byHand = 'custom'
export const defaultSort = 'default'

/** Adds the people whose names have been typed. */
export function addTyped(draft: Draft): Pick<Draft, 'people' | 'typed'> {
  const people = new Map(draft.people.map((person) => [person.username.toLowerCase(), person]))
  // Everyone can see a public list, so people are added only as editors.
  const canEdit = draft.sharing === 'everyone'
  for (const username of splitNames(draft.typed)) {
    const key = username.toLowerCase()
    if (!people.has(key)) people.set(key, { username, canEdit })
  }
  return { people: [...people.values()], typed: '' }
}

const splitNames = (names: string) =>
  names
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean)

export function buildListBody(
  draft: Draft,
  { mayShare, list }: BodyOptions,
): Schemas['ListCreation'] {
  const { name, summary, order, isSmart, condition } = draft
  const ordered = order === byHand && !isSmart
  return {
    name,
    summary: summary.trim() || null,
    ordered,
    ...(!ordered && { sort: [defaultSort, byHand].includes(order) ? null : order }),
    ...(isSmart && condition && { condition }),
    // The manual list keeps the current entries of the smart list.
    ...(!isSmart && list?.automatic && { condition: null }),
    ...(mayShare && buildSharing(draft)),
  }
}

function buildSharing(draft: Draft) {
  const { sharing, groups } = draft
  if (sharing === 'private') return { sharing, sharedWith: [], sharedWithGroups: [] }
  const sharedWithGroups = groups.map(({ id, canEdit }) => ({ id, canEdit }))
  return { sharing, sharedWith: [...addTyped(draft).people], sharedWithGroups }
}

interface BodyOptions {
  mayShare: boolean
  list: ItemList | undefined
}
