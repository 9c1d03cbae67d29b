/** Values from other sources for a field, in addition to the stored one. Pure. */
import { isSame } from './field-table'
import type { FieldSourceView } from './sources-model'

/** The values from one source, keyed by field. */
export interface SourceValues {
  source: string
  offer: Readonly<Record<string, unknown>>
}

interface StoredField {
  value: unknown
  source: string | undefined
  isLocked: boolean
}

/**
 * Describes the stored value of a field and its source, and lists the values from other sources as
 * candidates, without duplicates. `others` is sorted, most trusted first.
 */
export function describeFieldSource(
  field: string,
  { value, source, isLocked }: StoredField,
  others: readonly SourceValues[],
): FieldSourceView {
  const candidates: FieldSourceView['candidates'] = []
  for (const { source: from, offer } of others) {
    const other = { source: from, value: offer[field] ?? null }
    const isStored = from === source && isSame(other.value, value)
    if (other.value === null || isStored) continue
    if (!candidates.some((known) => isSame(known, other))) candidates.push(other)
  }
  return { field, value: value ?? null, source: source ?? null, isLocked, candidates }
}
