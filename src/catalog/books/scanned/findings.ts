import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/store'
import type { StoredFinding } from '../schema'
import { dialect } from '../../../platform/db/dialect'
import { bookContents, books } from '../schema'

/** Matches any finding for the book, not only the most severe. */
export function matchesFinding(code: string): SQL {
  const { n, findings } = bookContents
  const holds =
    dialect === 'sqlite'
      ? sql`exists (select 1 from json_each(${findings}) where json_each.value ->> 'code' = ${code})`
      : sql`${findings} @> ${JSON.stringify([{ code }])}::text::jsonb`
  return sql`(${books.finding} is not null and (${books.finding} = ${code}
    or exists (select 1 from ${bookContents} where ${n} = ${books.n} and ${holds})))`
}

/**
 * Adds a problem that was found after the scan, such as a page that cannot be rendered. Stores one
 * finding per code.
 */
export async function addBookFinding(tx: Tx, bookId: string, finding: StoredFinding) {
  const [found] = await tx
    .select({ n: books.n, findings: bookContents.findings })
    .from(books)
    .innerJoin(bookContents, eq(bookContents.n, books.n))
    .where(eq(books.id, bookId))
    .limit(1)
  if (!found || found.findings.some(({ code }) => code === finding.code)) return
  const findings = [...found.findings, finding]
  await tx.update(bookContents).set({ findings }).where(eq(bookContents.n, found.n))
  const isFirst = and(eq(books.n, found.n), isNull(books.finding))
  await tx.update(books).set({ finding: finding.code }).where(isFirst)
}
