/** What somebody has changed in a form and not saved yet. Pure. */

/** A field as the server tells it. */
export interface Stored {
  value: unknown
  /** Whose word the value is; null: nobody's. */
  source: string | null
  isLocked: boolean
  /** What files and path say besides, the most trusted first. */
  candidates: readonly { source: string; value: unknown }[]
}

export type StoredFields = Readonly<Record<string, Stored>>

export interface Draft {
  values: Readonly<Record<string, unknown>>
  locks: Readonly<Record<string, boolean>>
  /** Fields that shall be again what the files say. */
  resets: readonly string[]
}

export const emptyDraft: Draft = { values: {}, locks: {}, resets: [] }

const nothing: Stored = { value: null, source: null, isLocked: false, candidates: [] }
export const getStored = (stored: StoredFields, field: string): Stored => stored[field] ?? nothing

/** As it is shown now. */
export function valueIn(stored: StoredFields, draft: Draft, field: string): unknown {
  if (draft.resets.includes(field)) return fileValue(getStored(stored, field))
  return field in draft.values ? draft.values[field] : getStored(stored, field).value
}

/** What is changed is locked by the server, unless somebody says otherwise. */
export function isLockedIn(stored: StoredFields, draft: Draft, field: string): boolean {
  const said = draft.locks[field]
  if (said !== undefined) return said
  if (draft.resets.includes(field)) return false
  if (field in draft.values && !isEmpty(draft.values[field])) return true
  return getStored(stored, field).isLocked
}

/** Of many: a value that is undefined leaves all as they are, null empties them. */
export function withManyValue(
  draft: Draft,
  { field, value }: { field: string; value: unknown },
): Draft {
  const { [field]: _, ...others } = draft.values
  return { ...draft, values: value === undefined ? others : { ...others, [field]: value } }
}

/** What is written again as it was is no change. */
export function withValue(
  stored: StoredFields,
  draft: Draft,
  change: { field: string; value: unknown },
): Draft {
  const { field, value } = change
  const { [field]: _, ...others } = draft.values
  const resets = draft.resets.filter((name) => name !== field)
  const isSame = isAlike(getStored(stored, field).value, value)
  return { ...draft, resets, values: isSame ? others : { ...others, [field]: value } }
}

export function withLock(
  stored: StoredFields,
  draft: Draft,
  { field, isLocked }: { field: string; isLocked: boolean },
): Draft {
  const { [field]: _, ...others } = draft.locks
  const bare = { ...draft, locks: others }
  return isLockedIn(stored, bare, field) === isLocked
    ? bare
    : { ...draft, locks: { ...others, [field]: isLocked } }
}

export function withReset(draft: Draft, field: string): Draft {
  const { [field]: _value, ...values } = draft.values
  const { [field]: _lock, ...locks } = draft.locks
  return { values, locks, resets: [...draft.resets.filter((name) => name !== field), field] }
}

/** There is something to take back: a person or a plugin spoke, or it is locked. */
export const canReset = ({ source, isLocked }: Stored): boolean =>
  isLocked || source === 'edited' || (source?.startsWith('plugin:') ?? false)

/** What the most trusted file says, or the path; null where nobody says anything. */
export const fileValue = ({ candidates }: Stored): unknown => candidates[0]?.value ?? null

export const countChanges = ({ values, locks, resets }: Draft): number =>
  new Set([...Object.keys(values), ...Object.keys(locks), ...resets]).size

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const isAlike = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other)
