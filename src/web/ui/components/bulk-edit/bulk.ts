/** What makes the editing of many one of series or of books. */
import type { Schemas } from '../../api/client'
import type { Draft } from '../edit/form/draft'
import type { EditTab } from '../edit/form/form-sheet'

export interface Bulk {
  title: (count: number) => string
  tabs: () => EditTab[]
  /** Says how many are as the form has it now. */
  saved: (count: number) => string
  /** Tells the server, which takes some hundred at once; an answer for each step. */
  save: (ids: string[], draft: Draft) => Promise<Schemas['BulkResult'][]>
}
