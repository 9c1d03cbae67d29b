/**
 * Statements that are put into words once for each handle of a database, not with every call: that
 * costs ten times what SQLite takes to answer. For the few that nearly every request or
 * every book needs.
 */
import type { Db } from './store'

type Values = Record<string, unknown>

interface Prepared<Rows> {
  execute(values: Values): PromiseLike<Rows>
}

export interface Preparable<Rows> {
  prepare(name: string): Prepared<Rows>
}

/** `build` leaves placeholders where each call has its own values. */
export function prepared<Rows, Handle extends Db = Db>(
  name: string,
  build: (db: Handle) => Preparable<Rows>,
) {
  const known = new WeakMap<Db, Prepared<Rows>>()
  return (db: Handle, values: Values): PromiseLike<Rows> => {
    const handle = db.lasting ?? db
    let statement = known.get(handle)
    if (!statement) known.set(handle, (statement = build(db).prepare(name)))
    return statement.execute(values)
  }
}
