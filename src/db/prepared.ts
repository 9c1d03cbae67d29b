/**
 * Statements that are put into words once for each handle of a database, not with every call: that
 * costs ten times what SQLite takes to answer. For the few reads that nearly every request needs.
 */
import type { Db } from './store'

type Values = Record<string, unknown>

interface Prepared<Rows> {
  execute(values: Values): PromiseLike<Rows>
}

interface Preparable<Rows> {
  prepare(name: string): Prepared<Rows>
}

/** `build` leaves placeholders where each call has its own values. */
export function prepared<Rows>(name: string, build: (db: Db) => Preparable<Rows>) {
  const known = new WeakMap<Db, Prepared<Rows>>()
  return (db: Db, values: Values): PromiseLike<Rows> => {
    let statement = known.get(db)
    if (!statement) known.set(db, (statement = build(db).prepare(name)))
    return statement.execute(values)
  }
}
