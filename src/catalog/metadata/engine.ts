/**
 * The rules of editing, locking, resetting and automatic writing, for every entity. Pure: each function
 * takes the state that is stored and answers the state that is to be stored.
 */
import {
  type FieldTable,
  type FileValues,
  isEmpty,
  isSameValue,
  type MetadataState,
} from './field-table'
import { edited, fileRank, mayWrite, getSourceRank } from './sources'

type Values = Readonly<Record<string, unknown>>

/**
 * A person's edit. What changed to a value is locked; what was cleared keeps the source `edited`, so that
 * no machine fills it again. A field that stays the same keeps its source and lock.
 */
export function editFields(fields: FieldTable, state: MetadataState, given: Values): MetadataState {
  const changed = Object.entries(given).filter(
    ([name, value]) => !isSameValue(fields[name]!, state.values[name], value),
  )
  const locks = changed.flatMap(([name, value]) => {
    const { lock } = fields[name]!
    return lock === undefined || isEmpty(fields[name]!, value) ? [] : [lock]
  })
  return {
    values: { ...state.values, ...Object.fromEntries(changed) },
    locks: [...new Set([...state.locks, ...locks])],
    sources: { ...state.sources, ...Object.fromEntries(changed.map(([name]) => [name, edited])) },
  }
}

/** Gives these fields back to the files and opens their locks, whatever their source. */
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
  return { values, sources, locks: listOpenLocks(fields, state, names) }
}

/** The locks that are left when those of these fields are open. */
export function listOpenLocks(
  fields: FieldTable,
  { locks }: MetadataState,
  names: readonly string[],
) {
  const open = new Set(names.map((name) => fields[name]?.lock))
  return locks.filter((lock) => !open.has(lock))
}

/**
 * An automatic writer's offer, as far as locks and better sources let it. A member that is undefined is
 * left alone. null says that the source has no value any more: it takes back only a value of its own rank.
 */
export function applyOffer(
  fields: FieldTable,
  state: MetadataState,
  { values: offered, source }: { values: Values; source: string },
): MetadataState {
  const values: Record<string, unknown> = { ...state.values }
  const sources = { ...state.sources }
  for (const [name, value] of Object.entries(offered)) {
    const field = fields[name]!
    if (value === undefined || !mayWrite(state, { ...field, name }, source)) continue
    const isCleared = isEmpty(field, value)
    if (isCleared && (field.isRequired || !isTakenBack(state, name, source))) continue
    setSource(sources, name, isCleared ? undefined : source)
    if (!isSameValue(field, values[name], value)) values[name] = value
  }
  return { values, sources, locks: state.locks }
}

const isTakenBack = ({ sources, values }: MetadataState, name: string, source: string) =>
  values[name] !== null &&
  sources[name] !== undefined &&
  getSourceRank(sources[name]) === getSourceRank(source)

interface AppliedFileValues {
  /** Fields that files or path can set. */
  names: readonly string[]
  files: FileValues
  /** Fields for which this answers true keep their value. */
  isKept?: (name: string, stored: string | undefined, source: string | undefined) => boolean
}

/** The state after a scan: for each open field the best value that files and path have, or none. */
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
    // A value of unknown source is not a machine's to clear.
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
