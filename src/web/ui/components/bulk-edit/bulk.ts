/** The parts of a bulk edit that differ between series and books. */
import type { Schemas } from '../../api/client'
import type { Draft } from '../edit/form/draft'
import type { EditTab } from '../edit/form/form-sheet'

export interface Bulk {
  title: (count: number) => string
  tabs: () => EditTab[]
  /** Message with the number of saved items. */
  saved: (count: number) => string
  /** Sends one batch of a few hundred IDs. */
  save: (ids: string[], draft: Draft) => Promise<Schemas['BulkResult'][]>
}
