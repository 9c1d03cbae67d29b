/** Watches the statements that are sent to the database. */
import type { SQL } from 'drizzle-orm'
import { dialect } from '../../src/platform/db/dialect'
import type { Db, Store } from '../../src/platform/db/store'

type Run = (...values: unknown[]) => unknown
type Prepared = Record<string, Run>
interface Session {
  prepareQuery(...query: unknown[]): Prepared
}

/** Methods that execute a prepared statement. In SQLite, `execute` calls one of the others. */
const executors = dialect === 'postgres' ? ['execute'] : ['all', 'get', 'run', 'values']

/** Counts reads on the main thread and in the Worker. Must be called before the first read. */
export function countStatements(store: Pick<Store, 'db' | 'heavy'>): () => number {
  let count = 0
  for (const db of new Set([store.db, store.heavy])) watchReads(db, () => count++)
  return () => count
}

/** Returns the number of rows of the largest result. Must be called before the first read. */
export function watchLargestResult(store: Pick<Store, 'db' | 'heavy'>): () => number {
  let largest = 0
  const measure = async (result: unknown) => {
    const [settled] = await Promise.allSettled([result])
    if (settled.status !== 'fulfilled' || !Array.isArray(settled.value)) return
    largest = Math.max(largest, settled.value.length)
  }
  const watch = (result: unknown) => void measure(result)
  for (const db of new Set([store.db, store.heavy])) watchReads(db, watch)
  return () => largest
}

function watchReads(db: Db, watch: (result: unknown) => void) {
  const { session } = db as unknown as { session: Session }
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (...query) => watchExecutions(prepareQuery(...query), watch)
  const rows = db.rows.bind(db)
  db.rows = <Row>(query: SQL) => {
    const result = rows<Row>(query)
    // PostgreSQL executes a prepared statement, which is watched itself.
    if (dialect === 'sqlite') watch(result)
    return result
  }
}

function watchExecutions(prepared: Prepared, watch: (result: unknown) => void): Prepared {
  for (const name of executors) {
    const run = prepared[name]!
    prepared[name] = (...values) => {
      const result = run.apply(prepared, values)
      watch(result)
      return result
    }
  }
  return prepared
}
