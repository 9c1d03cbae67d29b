/** The open form: stored values, changes and errors. */
import { createContext, useContext } from 'react'
import type { Draft, StoredFields } from './draft'

export interface Editing {
  /** Whether this is a bulk edit: fields start empty, and empty means unchanged. */
  isMany: boolean
  stored: StoredFields
  draft: Draft
  /** Server errors by field name. */
  problems: Readonly<Record<string, string>>
  change: (field: string, value: unknown) => void
  lock: (field: string, isLocked: boolean) => void
  /** For bulk edits: clears the chosen lock state, so that each item keeps its own. */
  unlockChoice?: (field: string) => void
  /** undefined if fields cannot be reset to file values. */
  reset: ((field: string) => void) | undefined
}

export const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('No form is open here')
  return editing
}
