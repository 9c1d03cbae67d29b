/** How many statements go to the database while something is done. */
import { dialect } from '../../src/platform/db/dialect'
import type { Db, Store } from '../../src/platform/db/store'

type Run = (...values: unknown[]) => unknown
type Prepared = Record<string, Run>
interface Session {
  prepareQuery(...query: unknown[]): Prepared
}

/** What a prepared statement is run by; in SQLite `execute` only comes back to one of the others. */
const runs = dialect === 'postgres' ? ['execute'] : ['all', 'get', 'run', 'values']

/** Of reads, on the main thread and beside it. To be called before the first of them. */
export function countStatements(store: Pick<Store, 'db' | 'heavy'>): () => number {
  let count = 0
  for (const db of new Set([store.db, store.heavy])) watch(db, () => count++)
  return () => count
}

function watch(db: Db, note: () => void) {
  const { session } = db as unknown as { session: Session }
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (...query) => noting(prepareQuery(...query), note)
  const rows = db.rows.bind(db)
  db.rows = (query) => {
    note()
    return rows(query)
  }
}

function noting(prepared: Prepared, note: () => void): Prepared {
  for (const name of runs) {
    const run = prepared[name]!
    prepared[name] = (...values) => {
      note()
      return run.apply(prepared, values)
    }
  }
  return prepared
}
