/** Something that a person made elsewhere, and the series or book here that it belongs to. */
import type { ForeignItem } from '../../neutral-form'
import type { ImportedPerson } from '../import-run'
import type { WaitingPersonal } from '../waiting'

export interface FoundPersonal<Personal extends WaitingPersonal = WaitingPersonal> {
  personal: Personal
  person: Pick<ImportedPerson, 'userId' | 'report'>
  origin: string
  item: { kind: ForeignItem['kind']; id: string }
  /** Numbers of pages of a book, here and there; null for a series. */
  pages: { here: number; there: number | null } | null
}
