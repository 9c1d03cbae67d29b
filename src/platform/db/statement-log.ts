/**
 * Logs each statement with its duration at level `trace`. Values are omitted, because they may be
 * secret.
 */
import type { Log } from '../log/log'
import { dialect } from './dialect'
import type { Db, Store, Tx } from './store'

/** Returns a store that logs its statements, or the store itself unless the level is `trace`. */
export function logStatements(store: Store, log: Log): Store {
  if (!log.isLevelEnabled('trace')) return store
  const report = (sql: string, ms: number) =>
    log.trace({ sql, ms: Math.round(ms * 100) / 100 }, 'ran statement')
  for (const db of new Set([store.db, store.heavy, store.replica])) watchHandle(db, report)
  const watched =
    <T>(work: (tx: Tx) => Promise<T>) =>
    (tx: Tx) =>
      work(watchTransaction(tx, report))
  return {
    ...store,
    write: (work) => store.write(watched(work)),
    writeForUser: (userId, work) => store.writeForUser(userId, watched(work)),
    writeBulk: (work) => store.writeBulk(watched(work)),
    snapshot: (work) =>
      store.snapshot((db) => {
        watchHandle(db, report)
        return work(db)
      }),
  }
}

type Report = (sql: string, milliseconds: number) => void

function watchTransaction(tx: Tx, report: Report): Tx {
  watchHandle(tx, report)
  const nest = tx.nest.bind(tx)
  tx.nest = (work) => nest((inner) => work(watchTransaction(inner, report)))
  return tx
}

type Run = (...values: unknown[]) => unknown
type Prepared = Record<string, Run>
interface Session {
  prepareQuery(query: { sql: string }, ...more: unknown[]): Prepared
}

/** Methods of prepared statements that run the statement. */
const runners = dialect === 'postgres' ? ['execute'] : ['all', 'get', 'run', 'values']

const watched = new WeakSet<Session>()

/** Wraps the session of the query builder, which has no hook that runs after a statement. */
function watchHandle(db: Db, report: Report) {
  const { session } = db as unknown as { session: Session }
  if (watched.has(session)) return
  watched.add(session)
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (query, ...more) => {
    const prepared = prepareQuery(query, ...more)
    for (const name of runners) {
      const run = prepared[name]!
      prepared[name] = (...values) =>
        measure(
          () => run.apply(prepared, values),
          (ms) => report(query.sql, ms),
        )
    }
    return prepared
  }
}

function measure(run: () => unknown, report: (milliseconds: number) => void): unknown {
  const began = performance.now()
  const result = run()
  const end = () => report(performance.now() - began)
  if (result instanceof Promise) void result.then(end, end)
  else end()
  return result
}
