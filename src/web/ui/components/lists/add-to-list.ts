/** The items to add to a list. The shell renders the dialog, whose code is loaded on first use. */
import { createStore } from '../../state/store'
import type { ListKind } from './list-requests'

interface AddRequest {
  kind: ListKind
  ids: readonly string[]
}

export const addingToList = createStore<AddRequest | undefined>(undefined)
