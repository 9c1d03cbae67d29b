/** What was said of a field besides the word that counts. Pure. */
import type { FieldSourceView } from './sources-model'
import { isSame } from './settle'

/** What one source says, by field. */
export interface Said {
  source: string
  offer: Readonly<Record<string, unknown>>
}

interface Counts {
  value: unknown
  source: string | undefined
  isLocked: boolean
}

/** `said`: the most trusted first. The same word of the same source is told once. */
export function sourceOfField(
  field: string,
  { value, source, isLocked }: Counts,
  said: readonly Said[],
): FieldSourceView {
  const candidates: FieldSourceView['candidates'] = []
  for (const { source: from, offer } of said) {
    const other = { source: from, value: offer[field] ?? null }
    const counts = from === source && isSame(other.value, value)
    if (other.value === null || counts) continue
    if (!candidates.some((known) => isSame(known, other))) candidates.push(other)
  }
  return { field, value: value ?? null, source: source ?? null, isLocked, candidates }
}
