/** A SQLite handle that runs queries through an asynchronous function. */
import type { SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import type { Db } from '../store'

export interface Query {
  sql: string
  params: unknown[]
  /** `values`: rows as arrays; `objects`: rows by column name. */
  shape: 'values' | 'objects'
}

export function createAsyncHandle<Handle extends Db>(
  ask: (question: Query) => Promise<unknown[]>,
): Handle {
  const proxy = drizzle(
    async (sql, params, method) => {
      const rows = await ask({ sql, params, shape: 'values' })
      return { rows: method === 'get' ? ((rows[0] ?? []) as unknown[]) : rows }
    },
    // Unused batch callback: drizzle reads the casing only from the third argument.
    () => Promise.reject(new Error('only one statement at a time')),
    { casing: 'snake_case' },
  )
  const compiler = new SQLiteAsyncDialect({ casing: 'snake_case' })
  const rows = async <Row>(query: SQL) => {
    const { sql, params } = compiler.sqlToQuery(query)
    return (await ask({ sql, params, shape: 'objects' })) as Row[]
  }
  return Object.assign(proxy as unknown as Handle, { rows })
}
