/**
 * What an entity with metadata tells the engine: a table of its fields, and how its rows are found,
 * written and announced. Series and books each have one.
 */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import type { Message } from '../../platform/messages/message'

/** Values by field, the locks that are set, and the source of each value. */
export interface MetadataState {
  readonly values: Readonly<Record<string, unknown>>
  readonly locks: readonly string[]
  /** `edited`, `plugin:<name>`, `comicinfo`, `opf`, `epub`, `pdf`, `rule:<id>`, `path` … */
  readonly sources: Readonly<Record<string, string>>
}

/** What files and path say of an entity: the best value for each field, and its source. */
export interface FileValues {
  readonly values: Readonly<Record<string, unknown>>
  readonly sources: Readonly<Record<string, string | undefined>>
}

export interface Field {
  /** Lock that keeps automatic writers away; undefined: the field cannot be locked. */
  readonly lock: string | undefined
  /** Whether `reset` gives the field back to the files. */
  readonly isResettable: boolean
  /** Table of the column, or a list in rows of its own. */
  readonly storage: 'narrow' | 'wide' | PartStorage
  /** Always has a value: it is never cleared. */
  readonly isRequired?: boolean
}

export type FieldTable = Readonly<Record<string, Field>>

/** One entity that owns a list. */
export interface Owner {
  readonly id: string
  readonly now: Date
}

// oxlint-disable-next-line typescript/no-explicit-any -- each list has items of its own shape
type Item = any

/** A list that is kept in rows of its own: labels, alternate titles, links, ids, ratings. */
export interface PartStorage<One = Item> {
  load(db: Db, ownerId: string): Promise<readonly One[]>
  /** The list as it would be stored: without repetitions, members that were left out as they are. */
  merge(stored: readonly One[], wanted: readonly Item[]): readonly One[]
  isSame(a: readonly One[], b: readonly One[]): boolean
  /** Writes only the rows that differ. */
  save(tx: Tx, owner: Owner, wanted: readonly Item[]): Promise<boolean>
}

export interface MetadataChange {
  /** Values of the columns that change. */
  readonly columns: Readonly<Record<string, unknown>>
  /** Every field that changes, lists included. */
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

/** `Row`: everything an edit is weighed against. */
export interface Entity<Row> {
  readonly kind: 'series' | 'book'
  readonly notFound: () => Message
  readonly fields: FieldTable
  /** In the order in which they are stored. */
  readonly lockNames: readonly string[]
  /** Undefined when there is none, or none that the viewer may see. No viewer: an automatic writer. */
  find(db: Db, id: string, viewer?: Viewer): Promise<Row | undefined>
  idOf(row: Row): string
  /** Without the lists. */
  stateOf(row: Row): MetadataState
  /** Names the version of the metadata, without the choice of the cover. */
  tagOf(row: Row): string
  loadFileValues(db: Db, row: Row): Promise<FileValues>
  save(tx: Tx, row: Row, change: MetadataChange): Promise<void>
  publish(ctx: Context, tx: Tx, row: Row, announcement: Announcement): void
  /** Refuses values that do not fit each other. */
  check?(values: Readonly<Record<string, unknown>>, edited: Readonly<Record<string, unknown>>): void
}

export const isPart = (field: Field): field is Field & { storage: PartStorage } =>
  typeof field.storage === 'object'

/** Nothing is left of the value: null, or a list in rows of its own without any. */
export const isEmpty = (field: Field, value: unknown) =>
  value === null ||
  value === undefined ||
  (isPart(field) && Array.isArray(value) && value.length === 0)

/** Equal as they would be stored. */
export const isSame = (a: unknown, b: unknown) => Bun.deepEquals(a ?? null, b ?? null)

export const isSameValue = (field: Field, a: unknown, b: unknown) =>
  isPart(field) ? field.storage.isSame(toList(a), toList(b)) : isSame(a, b)

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
