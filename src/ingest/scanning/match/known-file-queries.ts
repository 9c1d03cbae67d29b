/** Queries for known files below a root. */
import { sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import type { Db } from '../../../platform/db/store'

/** The fields that indicate whether a file has changed. */
export interface KnownFile {
  n: number
  path: string
  size: number
  modifiedAtMs: number
  attempts: number
  unread: boolean
  missing: boolean
}

/** Raw database row. One of the drivers returns 64-bit numbers as strings. */
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
 * Lists one page of a root's books, sorted by path. Uses raw rows, because every scan reads all
 * pages and the ORM takes several times as long to map rows as the query takes.
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
