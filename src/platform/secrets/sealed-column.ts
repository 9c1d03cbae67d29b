/** A database column with credentials, each of which is encrypted for its row. */
import { and, asc, eq, getTableName, gt, isNotNull } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../db/store'
import type { SecretContext } from './encryption-key'
import { openSecret, sealSecret, type SecretPlace } from './sealing'

/** The part of a column that key rotation uses. */
export interface SealedColumn {
  readonly name: string
  placeOf(row: string): SecretPlace
  /** Lists at most `limit` rows after `row`, ordered by ID. */
  listAfter(db: Db, row: string | undefined, limit: number): Promise<SealedRow[]>
  replace(tx: Tx, { row, sealed }: SealedRow): Promise<void>
}

interface SealedRow {
  row: string
  sealed: string
}

/** Includes the functions that only the module that owns the table uses. */
interface OwnedColumn extends SealedColumn {
  seal(ctx: SecretContext, row: string, secret: string): Promise<string>
  open(ctx: SecretContext, row: string, sealed: string): Promise<string>
}

type TableWithId = PgTable & { id: PgColumn }

/** `key` is the member of `table` that contains the encrypted values. */
export function defineSealedColumn<Table extends TableWithId>(
  table: Table,
  key: keyof Table['_']['columns'] & string,
): OwnedColumn {
  const source: TableWithId = table
  const tableName = getTableName(table)
  const column = (table as unknown as Record<string, PgColumn>)[key]!
  const columnName = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const placeOf = (row: string) => ({ table: tableName, row, column: columnName })
  return {
    name: `${tableName}.${columnName}`,
    placeOf,
    seal: (ctx, row, secret) => sealSecret(ctx, placeOf(row), secret),
    open: (ctx, row, sealed) => openSecret(ctx, placeOf(row), sealed),
    listAfter: async (db, row, limit) => {
      const isNext = row === undefined ? undefined : gt(table.id, row)
      return (await db
        .select({ row: table.id, sealed: column })
        .from(source)
        .where(and(isNotNull(column), isNext))
        .orderBy(asc(table.id))
        .limit(limit)) as SealedRow[]
    },
    replace: async (tx, { row, sealed }) => {
      await tx
        .update(table)
        .set({ [key]: sealed } as never)
        .where(eq(table.id, row))
    },
  }
}
