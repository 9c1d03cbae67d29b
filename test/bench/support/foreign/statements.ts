/** SQL that all sources of `foreign-sources.ts` share. */

export const count = (name: string, to: number) =>
  `(with recursive counted(${name}) as (select 1 union all select ${name} + 1 from counted where ${name} < ${to}) select ${name} from counted)`

/** Creates a table and fills it with the rows of a query. */
export const fill = (table: string, columns: string, query: string) => [
  `create table "${table}" (${columns})`,
  `insert into "${table}" ${query}`,
]

const sentence = 'A long sentence about what happens here, of which there are several. '
export const summary = `'${sentence.repeat(4).trim()}'`
export const lockedSeries = 's % 4 = 0'
export const lockedBook = 'n % 20 = 0'

export const sqlTime = (seconds: string, tail = '.000') =>
  `datetime(${seconds}, 'unixepoch') || '${tail}'`
