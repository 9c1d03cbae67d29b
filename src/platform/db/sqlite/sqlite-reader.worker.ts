/** Runs read statements off the main thread. */
import { Database } from 'bun:sqlite'

declare const self: Worker

export interface ReadRequest {
  id: number
  sql: string
  params: (string | number | bigint | boolean | null | Uint8Array)[]
  /** `values`: rows as arrays; `objects`: rows by column name. */
  shape: 'values' | 'objects'
}

export type ReadAnswer = { id: number; rows: unknown[] } | { id: number; error: string }

let database: Database | undefined

self.onmessage = ({ data }: MessageEvent<{ open: string } | ReadRequest>) => {
  if ('open' in data) {
    database = new Database(data.open, { readonly: true })
    database.run('pragma query_only = on')
    database.run('pragma busy_timeout = 1000')
    database.run('pragma temp_store = memory')
    database.run('pragma mmap_size = 268435456')
    return
  }
  self.postMessage(answer(data))
}

function answer({ id, sql, params, shape }: ReadRequest): ReadAnswer {
  try {
    const statement = database!.query(sql)
    return { id, rows: shape === 'values' ? statement.values(...params) : statement.all(...params) }
  } catch (error) {
    return { id, error: String(error) }
  }
}
