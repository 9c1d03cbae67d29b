import { type SQL, sql } from 'drizzle-orm'
import { dialect } from '../../../platform/db/dialect'
import { bookContents, books } from '../schema'

/** Matches any finding of the book, not only the most severe. */
export function matchesFinding(code: string): SQL {
  const { n, findings } = bookContents
  const holds =
    dialect === 'sqlite'
      ? sql`exists (select 1 from json_each(${findings}) where json_each.value ->> 'code' = ${code})`
      : sql`${findings} @> ${JSON.stringify([{ code }])}::text::jsonb`
  return sql`(${books.finding} is not null and (${books.finding} = ${code}
    or exists (select 1 from ${bookContents} where ${n} = ${books.n} and ${holds})))`
}
