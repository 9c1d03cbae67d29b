/**
 * The series or book to save, and the question before signing out. The shell renders the dialogs,
 * whose code loads on first use.
 */
import { createStore } from '../../state/store'

export interface SaveRequest {
  kind: 'series' | 'book'
  id: string
}

export const savingOffline = createStore<SaveRequest | undefined>(undefined)

/** Set while a user with saved books in this browser is asked to confirm signing out. */
export const signOutQuestion = createStore<((isConfirmed: boolean) => void) | undefined>(undefined)
