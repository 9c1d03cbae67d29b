/** What is to be saved. The shell renders the dialog, whose code is loaded on first use. */
import { createStore } from '../../state/store'

export interface SaveRequest {
  kind: 'series' | 'book'
  id: string
}

export const savingOffline = createStore<SaveRequest | undefined>(undefined)

/** Asks for confirmation when the user signs out in a browser with saved books. */
export const signOutQuestion = createStore<((isConfirmed: boolean) => void) | undefined>(undefined)
