/** Finds files without checksums that are worth hashing. */
import { and, asc, type Column, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { heldTagId } from '../../../accounts/permissions/restriction-rules'
import { covers } from '../../../artwork/covers/schema'
import { bookMetadata, books } from '../../../catalog/books/schema'
import { collectionSeries } from '../../../catalog/collections/schema'
import { libraryRoots } from '../../../catalog/libraries/schema'
import { readingListBooks } from '../../../catalog/reading-lists/schema'
import { series, seriesMetadata } from '../../../catalog/series/schema'
import { sharingSetTags } from '../../../catalog/sharing-tags/schema'
import type { Db } from '../../../platform/db/store'
import { bookmarks } from '../../../reading/bookmarks/schema'
import { highlights } from '../../../reading/highlights/schema'
import { preferences } from '../../../reading/preferences/schema'
import { bookProgress } from '../../../reading/progress/schema'
import { ratings } from '../../../reading/ratings/schema'
import { readingSessions } from '../../../reading/statistics/schema'
import { wantToRead } from '../../../reading/want-to-read/schema'
import { hasSizeOfPurgedBook, isHashOfSize, isUnhashed } from './unidentified-books'

/** Lists books without a content hash that are worth hashing, ordered by number. */
export async function listBooksToHash(
  heavy: Db,
  { after, limit }: { after: number; limit: number },
): Promise<{ n: number; rootPath: string; path: string }[]> {
  const sharedSizes = heavy
    .select({ size: books.size })
    .from(books)
    .where(isUnhashed)
    .groupBy(books.size)
    .having(sql`count(*) > 1`)
  const hasSizeOfHashedFile = sql`(${books.contentHash} is null and exists (select 1 from books as other
    where ${isHashOfSize(sql`other.content_hash`)}))`
  return heavy
    .select({ n: books.n, rootPath: libraryRoots.path, path: books.relativePath })
    .from(books)
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(
      and(
        isUnhashed,
        gt(books.n, after),
        isNotNull(books.analyzedAt),
        or(hasUserData, inArray(books.size, sharedSizes), hasSizeOfHashedFile, hasSizeOfPurgedBook),
      ),
    )
    .orderBy(asc(books.n))
    .limit(limit)
}

/** Tables with data that users created for a book or its series. */
const tablesOfBooks = [
  bookProgress,
  bookmarks,
  highlights,
  preferences,
  ratings,
  readingSessions,
  wantToRead,
]
const tablesOfSeries = [preferences, ratings, wantToRead]

const exists = (table: PgTable, id: Column, owner: Column) =>
  sql`exists (select 1 from ${table} where ${id} = ${owner})`

/** Excludes provider covers, which can be fetched again. */
const hasOwnCover = sql`exists (select 1 from ${covers}
  where (${covers.bookId} = ${books.id} or ${covers.seriesId} = ${books.seriesId})
    and ${covers.source} not like 'plugin:%')`

const isEdited = (row: { locks: Column; sources: Column }) => sql`(
  cast(${row.locks} as text) <> '[]' or cast(${row.sources} as text) like '%"edited"%')`

/**
 * Sharing tags of the series. The tag that holds back new series does not count, because no user
 * added it.
 */
const hasSharingTags = sql`exists (select 1 from ${sharingSetTags}
  where ${sharingSetTags.setId} = ${series.sharingSet}
    and ${ne(sharingSetTags.tagId, heldTagId)})`

const hasUserData = or(
  ...tablesOfBooks.map((table) => exists(table, table.bookId, books.id)),
  ...tablesOfSeries.map((table) => exists(table, table.seriesId, books.seriesId)),
  exists(readingListBooks, readingListBooks.itemId, books.id),
  exists(collectionSeries, collectionSeries.itemId, books.seriesId),
  hasOwnCover,
  sql`${books.isSeriesChosen}`,
  sql`exists (select 1 from ${bookMetadata}
    where ${bookMetadata.n} = ${books.n} and ${isEdited(bookMetadata)})`,
  sql`exists (select 1 from ${series} join ${seriesMetadata} on ${seriesMetadata.n} = ${series.n}
    where ${series.id} = ${books.seriesId}
      and (${series.hasCustomCover} or ${hasSharingTags} or ${isEdited(seriesMetadata)}))`,
)!
