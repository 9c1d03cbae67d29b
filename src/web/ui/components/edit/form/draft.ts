/** Unsaved form changes. Pure. */

/** A field as returned by the server. */
export interface Stored {
  value: unknown
  /** Source of the value, or null if the field has no value. */
  source: string | null
  isLocked: boolean
  /** Values from files and the path, most trusted first. */
  candidates: readonly { source: string; value: unknown }[]
}

export type StoredFields = Readonly<Record<string, Stored>>

export interface Draft {
  values: Readonly<Record<string, unknown>>
  locks: Readonly<Record<string, boolean>>
  /** Fields to reset to the file value. */
  resets: readonly string[]
}

export const emptyDraft: Draft = { values: {}, locks: {}, resets: [] }

const nothing: Stored = { value: null, source: null, isLocked: false, candidates: [] }
export const getStored = (stored: StoredFields, field: string): Stored => stored[field] ?? nothing

/** Returns the value currently shown. */
export function valueIn(stored: StoredFields, draft: Draft, field: string): unknown {
  if (draft.resets.includes(field)) return fileValue(getStored(stored, field))
  return field in draft.values ? draft.values[field] : getStored(stored, field).value
}

/**
 * Returns whether the field will be locked after saving. Unless the lock is set explicitly, the
 * server locks changed fields that are not empty and unlocks fields that are reset.
 */
export function isLockedIn(stored: StoredFields, draft: Draft, field: string): boolean {
  const chosen = draft.locks[field]
  if (chosen !== undefined) return chosen
  if (draft.resets.includes(field)) return false
  if (field in draft.values && !isEmpty(draft.values[field])) return true
  return getStored(stored, field).isLocked
}

/** Sets a value in a bulk edit: undefined keeps the values of all items, null clears them. */
export function withManyValue(
  draft: Draft,
  { field, value }: { field: string; value: unknown },
): Draft {
  const { [field]: _, ...others } = draft.values
  return { ...draft, values: value === undefined ? others : { ...others, [field]: value } }
}

/** Changes a value. If it equals the stored one, the field counts as unchanged. */
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

/** True if the field is locked or was set by a user or plugin. */
export const canReset = ({ source, isLocked }: Stored): boolean =>
  isLocked || source === 'edited' || (source?.startsWith('plugin:') ?? false)

/** Returns the value from the most trusted file or from the path, or null if there is none. */
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
