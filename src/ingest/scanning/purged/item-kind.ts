import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import type { PreservedKind } from '../../../reading/preserved/store'
import type { Item } from '../../../reading/want-to-read/merge-wanted'

export type Owner = Item['kind']

export interface FoundRow {
  /** ID of the book or series. */
  itemId: string
  userId: string | null
  /** ID for the preserved item. By default, a new ID is assigned. */
  id?: string
  row: object
}

/** A kind of user data of books or series, other than reading data. */
export interface ItemKind {
  kind: PreservedKind
  of: readonly Owner[]
  find: (tx: Tx, owner: Owner, ids: readonly string[]) => Promise<FoundRow[]>
  /**
   * Restores the rows. They are ordered by purge, newest first. Data that users have created since,
   * and data of newer purges, is not overwritten.
   */
  putBack: (ctx: Context, tx: Tx, item: Item, rows: readonly unknown[]) => Promise<unknown>
  /** Moves the rows of a trashed book or series to the one that continues it. */
  moveToCopy?: (tx: Tx, pair: CopyPair) => Promise<void>
}

interface CopyPair {
  kind: Owner
  fromId: string
  toId: string
}

const registered = new Map<PreservedKind, ItemKind>()

/** Registers a kind of user data from a module that this one must not import. */
export function registerItemKind(kind: ItemKind) {
  registered.set(kind.kind, kind)
}

export async function moveRegistered(tx: Tx, pair: CopyPair) {
  for (const { of, moveToCopy } of registered.values()) {
    if (of.includes(pair.kind)) await moveToCopy?.(tx, pair)
  }
}

export const listRegisteredKinds = (): readonly ItemKind[] => [...registered.values()]
