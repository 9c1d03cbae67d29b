/** What a copy knows about tables and their columns. */

/** The kinds of columns in `columns.ts`, as far as they are stored differently. */
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
  /** Columns that refer to rows of the same table: null until all of its rows are there. */
  readonly late: readonly string[]
  /** The column whose values the database assigns. */
  readonly counter: string | undefined
}

export const quoteColumns = (names: readonly string[]): string =>
  names.map((name) => `"${name}"`).join(', ')
