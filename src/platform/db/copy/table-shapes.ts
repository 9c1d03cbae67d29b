/** Descriptions of tables and their columns, as needed for a copy. */

/**
 * Kinds of columns by PostgreSQL type. The two databases store values of some kinds differently.
 */
export const kindsByType = {
  uuid: 'uuid',
  text: 'text',
  jsonb: 'json',
  bool: 'boolean',
  int4: 'integer',
  int8: 'long',
  float8: 'real',
  timestamptz: 'instant',
} as const

export type ColumnKind = (typeof kindsByType)[keyof typeof kindsByType]

export interface ColumnShape {
  readonly name: string
  readonly kind: ColumnKind
  readonly isNullable: boolean
}

export interface TableShape {
  readonly name: string
  readonly columns: readonly ColumnShape[]
  /**
   * Columns that reference rows of the same table. They stay null until all rows have been copied.
   */
  readonly late: readonly string[]
  /** The column whose values are assigned by the database. */
  readonly counter: string | undefined
}

export const quoteColumns = (names: readonly string[]): string =>
  names.map((name) => `"${name}"`).join(', ')
