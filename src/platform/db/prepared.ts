/**
 * Prepared statements that are built once per database handle, because building one takes ten times
 * as long as running it on SQLite. Only for statements that nearly every request or book needs.
 */
import type { Db } from './store'

type Values = Record<string, unknown>

interface Prepared<Rows> {
  execute(values: Values): PromiseLike<Rows>
}

export interface Preparable<Rows> {
  prepare(name: string): Prepared<Rows>
}

/** `build` uses placeholders for the values that each call passes. */
export function prepareStatement<Rows, Handle extends Db = Db>(
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
