/** The form that is open: what is stored, what is changed, and what is wrong with it. */
import { createContext, useContext } from 'react'
import type { Draft, StoredFields } from './draft'

export interface Editing {
  /** It is about many at once: fields begin empty, and empty is as it is. */
  isMany: boolean
  stored: StoredFields
  draft: Draft
  /** What the server said of a field, by its name. */
  problems: Readonly<Record<string, string>>
  change: (field: string, value: unknown) => void
  lock: (field: string, isLocked: boolean) => void
  /** Of many: a lock is left as it is in each again. */
  unlockChoice?: (field: string) => void
  /** Undefined where fields cannot be given back to the files. */
  reset: ((field: string) => void) | undefined
}

export const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('No form is open here')
  return editing
}
