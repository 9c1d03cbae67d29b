/**
 * Describes series and books to the metadata engine: a table of their fields, and how their rows
 * are found, written and published.
 */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import type { Message } from '../../platform/messages/message'

/** Values by field, locks, and the source of each value. */
export interface MetadataState {
  readonly values: Readonly<Record<string, unknown>>
  readonly locks: readonly string[]
  /** `edited`, `plugin:<name>`, `comicinfo`, `opf`, `epub`, `pdf`, `rule:<id>`, `path` … */
  readonly sources: Readonly<Record<string, string>>
}

/** Values from files and the path: the best value for each field, with its source. */
export interface FileValues {
  readonly values: Readonly<Record<string, unknown>>
  readonly sources: Readonly<Record<string, string | undefined>>
}

export interface Field {
  /** The lock that protects the field, or undefined if it cannot be locked. */
  readonly lock: string | undefined
  /** Whether `reset` restores the field from the files. */
  readonly isResettable: boolean
  /** Storage of the field: a column of the narrow or wide table, or a table for list items. */
  readonly storage: 'narrow' | 'wide' | PartStorage
  /** The field can never be cleared. */
  readonly isRequired?: boolean
  /** Converts a proposed value to its stored form. Throws a Refusal if it is invalid. */
  readonly parse?: (value: unknown) => unknown
}

export type FieldTable = Readonly<Record<string, Field>>

/** The entity that owns a list. */
export interface Owner {
  readonly id: string
  readonly now: Date
}

// oxlint-disable-next-line typescript/no-explicit-any -- each list has items of its own shape
type Item = any

/** A row as JSON. */
export type PartRow = Readonly<Record<string, string | number | null>>

/** A list stored in its own table: labels, alternate titles, links, IDs, ratings. */
export interface PartStorage<One = Item> {
  load(db: Db, ownerId: string): Promise<readonly One[]>
  /**
   * Returns the list to store, without duplicates. Omitted members are taken from the stored items.
   */
  merge(stored: readonly One[], wanted: readonly Item[]): readonly One[]
  isSame(a: readonly One[], b: readonly One[]): boolean
  /** Returns the key of an item. Only for lists whose items have their own sources. */
  keyOf?: (item: One) => string
  /**
   * Returns the complete rows, so that an undo can restore columns that are not part of an item.
   */
  listRows?(db: Db, ownerId: string): Promise<PartRow[]>
  /** Restores the IDs, times and sync state of rows. The items must already be stored. */
  restoreRows?(tx: Tx, ownerId: string, rows: readonly PartRow[]): Promise<void>
  /** Writes only changed rows. */
  save(tx: Tx, owner: Owner, wanted: readonly Item[]): Promise<boolean>
}

export interface MetadataChange {
  /** Values of the changed columns. */
  readonly columns: Readonly<Record<string, unknown>>
  /** All changed fields, including lists. */
  readonly fields: readonly string[]
  readonly locks: readonly string[]
  readonly sources: Readonly<Record<string, string>>
  readonly now: Date
}

export interface Announcement {
  readonly fields: readonly string[]
  readonly areLocksChanged: boolean
  readonly source: string
}

/** `Row` contains all data that an edit needs. */
export interface Entity<Row> {
  readonly kind: 'series' | 'book'
  readonly notFound: () => Message
  readonly fields: FieldTable
  /** In storage order. */
  readonly lockNames: readonly string[]
  /**
   * Returns undefined if the series or book does not exist or the viewer cannot see it. Automatic
   * writers have no viewer.
   */
  find(db: Db, id: string, viewer?: Viewer): Promise<Row | undefined>
  idOf(row: Row): string
  /** Returns the state without lists. */
  stateOf(row: Row): MetadataState
  /** Returns the ETag of the metadata. The cover choice does not affect it. */
  tagOf(row: Row): string
  loadFileValues(db: Db, row: Row): Promise<FileValues>
  save(tx: Tx, row: Row, change: MetadataChange): Promise<void>
  publish(ctx: Context, tx: Tx, row: Row, announcement: Announcement): void
  /** Throws if values contradict each other. */
  check?(values: Readonly<Record<string, unknown>>, edited: Readonly<Record<string, unknown>>): void
}

export const isPart = (field: Field): field is Field & { storage: PartStorage } =>
  typeof field.storage === 'object'

/** Returns true if the value is null, undefined or an empty list. */
export const isEmpty = (field: Field, value: unknown) =>
  value === null ||
  value === undefined ||
  (isPart(field) && Array.isArray(value) && value.length === 0)

/** Compares values in stored form. */
export const isSame = (a: unknown, b: unknown) => Bun.deepEquals(a ?? null, b ?? null)

export const isSameValue = (field: Field, a: unknown, b: unknown) =>
  isPart(field) ? field.storage.isSame(toList(a), toList(b)) : isSame(a, b)

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
