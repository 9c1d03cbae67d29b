/** What is known of the files below a root. */
import { sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import type { Db } from '../../../platform/db/store'

/** What a scan must know of a book to tell whether its file is the one that was read. */
export interface KnownFile {
  n: number
  path: string
  size: number
  modifiedAtMs: number
  attempts: number
  unread: boolean
  missing: boolean
}

/** As the drivers give it: numbers of 64 bits come as text from one of them. */
interface KnownRow {
  n: number | string
  path: string
  size: number | string
  modified: number
  attempts: number
  unread: number
  missing: number
}

/**
 * A page of the books of a root in the order of their paths. Each scan asks for all of them: to have every
 * column of every row mapped would take several times as long as the question.
 */
export async function listKnownFiles(
  db: Db,
  rootId: string,
  { after, limit }: { after: string; limit: number },
): Promise<KnownFile[]> {
  const rows = await db.rows<KnownRow>(sql`
    select ${books.n} as n, ${books.relativePath} as path, ${books.size} as size,
      ${books.modifiedAtMs} as modified, ${books.attempts} as attempts,
      case when ${books.analyzedAt} is null then 1 else 0 end as unread,
      case when ${books.missingSince} is null then 0 else 1 end as missing
    from ${books}
    where ${books.rootId} = ${rootId} and ${books.relativePath} > ${after}
    order by ${books.relativePath}
    limit ${limit}`)
  return rows.map(({ n, path, size, modified, attempts, unread, missing }) => ({
    n: Number(n),
    path,
    size: Number(size),
    modifiedAtMs: modified,
    attempts,
    unread: unread === 1,
    missing: missing === 1,
  }))
}
