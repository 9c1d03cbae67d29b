/**
 * Rules for edits, locks, resets and automatic writes. Pure: each function takes the stored state
 * and returns the new one.
 */
import {
  type FieldTable,
  type FileValues,
  isEmpty,
  isSameValue,
  type MetadataState,
} from './field-table'
import { mayWrite } from './locks'
import { edited, fileRank, getSourceRank } from './source-priority'
import { editItemSources, hasItemSources, mergeOfferedItems } from './item-sources'

type Values = Readonly<Record<string, unknown>>

/**
 * Applies a user's edit. Locks fields that get a new value. Changed fields, even cleared ones, get
 * the source `edited`, so that automatic writers do not fill them again. Unchanged fields keep
 * their source and lock.
 */
export function editFields(fields: FieldTable, state: MetadataState, given: Values): MetadataState {
  const changed = Object.entries(given).filter(
    ([name, value]) => !isSameValue(fields[name]!, state.values[name], value),
  )
  const locks = changed.flatMap(([name, value]) => {
    const { lock } = fields[name]!
    return lock === undefined || isEmpty(fields[name]!, value) ? [] : [lock]
  })
  let { sources } = state
  for (const [name, after] of changed) {
    const field = fields[name]!
    const before = state.values[name]
    sources = hasItemSources(field)
      ? editItemSources(field, sources, { name, before, after })
      : { ...sources, [name]: edited }
  }
  return {
    values: { ...state.values, ...Object.fromEntries(changed) },
    locks: [...new Set([...state.locks, ...locks])],
    sources,
  }
}

/** Restores fields from the files, regardless of their source, and unlocks them. */
export function resetFields(
  fields: FieldTable,
  state: MetadataState,
  { names, files }: { names: readonly string[]; files: FileValues },
): MetadataState {
  const values: Record<string, unknown> = { ...state.values }
  const sources = { ...state.sources }
  for (const name of names) {
    const value = files.values[name] ?? null
    if (value === null && fields[name]!.isRequired) continue
    values[name] = value
    setSource(sources, name, isEmpty(fields[name]!, value) ? undefined : files.sources[name])
  }
  return { values, sources, locks: listRemainingLocks(fields, state, names) }
}

/** Returns the locks that remain after these fields are unlocked. */
export function listRemainingLocks(
  fields: FieldTable,
  { locks }: MetadataState,
  names: readonly string[],
) {
  const open = new Set(names.map((name) => fields[name]?.lock))
  return locks.filter((lock) => !open.has(lock))
}

export interface Offer {
  readonly values: Values
  readonly source: string
  /** Providers, most trusted first. */
  readonly providers?: readonly string[]
}

/**
 * Applies an automatic writer's values, except to fields that are locked or have a better source.
 * undefined keeps the stored value. null means that the source no longer has a value, and clears
 * only a value of the same rank.
 */
export function applyOffer(
  fields: FieldTable,
  state: MetadataState,
  { values: offered, source, providers = [] }: Offer,
): MetadataState {
  const values: Record<string, unknown> = { ...state.values }
  let sources = { ...state.sources }
  for (const [name, value] of Object.entries(offered)) {
    const field = fields[name]!
    if (value === undefined || !mayWrite(state, { ...field, name }, source, providers)) continue
    if (hasItemSources(field)) {
      const merged = mergeOfferedItems(
        field,
        { ...state, sources },
        { name, offered: value, source, providers },
      )
      sources = merged.sources
      if (!isSameValue(field, values[name], merged.value)) values[name] = merged.value
      continue
    }
    const isCleared = isEmpty(field, value)
    if (isCleared && (field.isRequired || !isTakenBack(state, name, { source, providers }))) {
      continue
    }
    setSource(sources, name, isCleared ? undefined : source)
    if (!isSameValue(field, values[name], value)) values[name] = value
  }
  return { values, sources, locks: state.locks }
}

const isTakenBack = (
  { sources, values }: MetadataState,
  name: string,
  { source, providers }: { source: string; providers: readonly string[] },
) =>
  values[name] !== null &&
  sources[name] !== undefined &&
  getSourceRank(sources[name], providers) === getSourceRank(source, providers)

interface AppliedFileValues {
  /** Fields that files or the path can set. */
  names: readonly string[]
  files: FileValues
  /**
   * Returns true if the field keeps its value. `stored` is the source of the stored value, `source`
   * that of the new one.
   */
  isKept?: (name: string, stored: string | undefined, source: string | undefined) => boolean
}

/**
 * Returns the state after a scan: each writable field gets the best value from files and the path.
 * If there is none, the field is cleared, unless it is required or its source is unknown.
 */
export function applyFileValues(
  fields: FieldTable,
  state: MetadataState,
  { names, files, isKept = () => false }: AppliedFileValues,
): MetadataState {
  const values: Record<string, unknown> = { ...state.values }
  const sources = { ...state.sources }
  for (const name of names) {
    if (!mayWrite(state, { ...fields[name]!, name }, fileRank)) continue
    const source = files.sources[name]
    if (isKept(name, sources[name], source)) continue
    // Values from an unknown source are never cleared automatically.
    if (source === undefined && sources[name] === undefined) continue
    if (source === undefined && fields[name]!.isRequired) continue
    values[name] = files.values[name] ?? null
    setSource(sources, name, source)
  }
  return { values, sources, locks: state.locks }
}

function setSource(
  sources: Record<string, string>,
  name: string,
  source: string | undefined,
): void {
  if (source === undefined) delete sources[name]
  else sources[name] = source
}
