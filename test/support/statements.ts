/** Counts the statements that are sent to the database. */
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

function watchReads(db: Db, count: () => void) {
  const { session } = db as unknown as { session: Session }
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (...query) => countExecutions(prepareQuery(...query), count)
  const rows = db.rows.bind(db)
  db.rows = (query) => {
    count()
    return rows(query)
  }
}

function countExecutions(prepared: Prepared, count: () => void): Prepared {
  for (const name of executors) {
    const run = prepared[name]!
    prepared[name] = (...values) => {
      count()
      return run.apply(prepared, values)
    }
  }
  return prepared
}
