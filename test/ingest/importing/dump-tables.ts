/** Reads all rows of the tables that an import can change, to compare them. */
import { userTagGrants } from '../../../src/accounts/access/schema'
import { users } from '../../../src/accounts/users/schema'
import { covers } from '../../../src/artwork/covers/schema'
import { bookMetadata, books } from '../../../src/catalog/books/schema'
import { collectionTables } from '../../../src/catalog/collections/schema'
import { readingListTables } from '../../../src/catalog/reading-lists/schema'
import { series, seriesMetadata } from '../../../src/catalog/series/schema'
import { sharingTags } from '../../../src/catalog/sharing-tags/schema'
import { importFacts, waitingFacts } from '../../../src/ingest/importing/schema'
import { bookmarks } from '../../../src/reading/bookmarks/schema'
import {
  bookCompletions,
  bookProgress,
  readingDevices,
  readingEvents,
  seriesCompletions,
  seriesProgress,
} from '../../../src/reading/progress/schema'
import { ratings } from '../../../src/reading/ratings/schema'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import type { TestServer } from '../../support/server'

const tables = {
  users,
  userTagGrants,
  covers,
  books,
  bookMetadata,
  series,
  seriesMetadata,
  sharingTags,
  collections: collectionTables.lists,
  collectionItems: collectionTables.items,
  readingLists: readingListTables.lists,
  readingListItems: readingListTables.items,
  readingEvents,
  bookCompletions,
  bookProgress,
  seriesProgress,
  seriesCompletions,
  readingDevices,
  ratings,
  wantToRead,
  bookmarks,
  importFacts,
  waitingFacts,
}

/**
 * Without the times at which rows were last touched, and without the log of imports. Each import
 * keeps its labels, so that an undo takes them from no other: they are compared without the import.
 */
export async function dumpTables({ ctx }: TestServer): Promise<Record<string, object[]>> {
  const dumped = Object.entries(tables).map(async ([name, table]) => {
    const rows = (await ctx.db.select().from(table)) as Record<string, unknown>[]
    const texts = rows.map(({ updatedAt: _, ...row }) => JSON.stringify(withoutImport(row)))
    return [name, [...new Set(texts)].toSorted().map((text) => JSON.parse(text) as object)] as const
  })
  return Object.fromEntries(await Promise.all(dumped))
}

function withoutImport(row: Record<string, unknown>) {
  const isLabel =
    ['tag', 'tagging'].includes(String(row['kind'])) || (row['foreignBookId'] && row['tagId'])
  if (!isLabel) return row
  const { id: _, importId: _import, origin: _origin, createdAt: _created, ...rest } = row
  return rest
}
