/** Writes large databases of other programs, whose books are those of `seed.ts`. */
import { Database } from 'bun:sqlite'
import { listCodex } from './foreign/codex'
import { listKavita } from './foreign/kavita'
import { listKomga } from './foreign/komga'
import { count } from './foreign/statements'

export const sourceKinds = ['komga', 'kavita', 'codex'] as const
export type SourceKind = (typeof sourceKinds)[number]

export interface SourceSize {
  books: number
  series: number
  users: number
  /** Books that people read, of all people together. */
  readings: number
}

/** Name of the database in the folder of the program. */
export const fileNames: Readonly<Record<SourceKind, string>> = {
  komga: 'database.sqlite',
  kavita: 'kavita.db',
  codex: 'codex.db',
}

export function writeSource(path: string, kind: SourceKind, size: SourceSize) {
  const db = new Database(path, { create: true })
  try {
    db.run('pragma synchronous = off')
    for (const statement of listShared(size)) db.run(statement)
    db.transaction(() => {
      for (const statement of writers[kind]()) db.run(statement)
    })()
  } finally {
    db.close()
  }
}

/** Every fiftieth series is not here. */
const isGone = 's % 50 = 0'
const inRuns = 10

/** Temporary tables from which each program is filled: series, books, people and what they read. */
function listShared({ books, series, users, readings }: SourceSize): string[] {
  const booksEach = books / series
  const each = Math.ceil(readings / users)
  const step = Math.max(1, Math.floor(books / Math.ceil(each / inRuns)))
  const library = '(case when s % 10 < 7 then 1 when s % 10 < 9 then 2 else 3 end)'
  const folder = `case when ${isGone} then 'gone ' else 'series ' end || s`
  return [
    `create temp table s as select s, ${library} as library, ${folder} as name from ${count('s', series)}`,
    `create temp table b as select n, s, 1 + (n - 1) % ${booksEach} as k, library,
       '/comics/' || library || '/' || name || '/book ' || (1 + (n - 1) % ${booksEach}) || '.cbz' as path
       from ${count('n', books)} join temp.s on s = 1 + (n - 1) / ${booksEach}`,
    `create temp table u as select u from ${count('u', users)}`,
    `create temp table r as select u, j,
       1 + (u * 1013 + (j - 1) / ${inRuns} * ${step} + (j - 1) % ${inRuns}) % ${books} as n,
       j % 10 < 7 as done, 1640995200 + j % 8000 * 18000 + u * 61 as at
       from ${count('j', each)} cross join temp.u`,
    `create temp table c as select c, u from ${count('c', 100)} join temp.u on u = 1 + c % ${users}`,
    `create temp table l as select c, i, 1 + (c * 101 + i * 13) % ${series} as s, 1 + (c * 1009 + i * 17) % ${books} as n
       from temp.c join ${count('i', 200)} where i <= min(200, ${series} / 2)`,
  ]
}

const writers: Readonly<Record<SourceKind, () => string[]>> = {
  komga: listKomga,
  kavita: listKavita,
  codex: listCodex,
}
