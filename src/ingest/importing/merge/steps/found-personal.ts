/** Personal data from another program, and the series or book on this server that it belongs to. */
import type { ForeignItem } from '../../neutral-form'
import type { ImportedPerson } from '../import-run'
import type { WaitingPersonal } from '../waiting-facts'

export interface FoundPersonal<Personal extends WaitingPersonal = WaitingPersonal> {
  personal: Personal
  person: Pick<ImportedPerson, 'userId' | 'report'>
  origin: string
  item: { kind: ForeignItem['kind']; id: string }
  /** Page counts of the book on this server and in the other program; null for a series. */
  pages: { here: number; there: number | null } | null
}
