/** Takes back what people wrote about a series: what its first book says of it counts again. */
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { bookContents, books } from '../books/schema'
import type { Context } from '../context'
import type { Db } from '../db/store'
import { completed, type FileMetadata } from '../formats/metadata'
import { lastNameOf } from '../lib/path-names'
import type { Viewer } from '../users/model'
import { announce, getMetadata, getStored, tagOf } from './edit'
import { describeFolder, seriesOffer } from './from-file'
import { metadataOf } from './full'
import type { MetadataField } from './model'
import type { Stored } from './queries'
import { seriesLockOf } from './settle'
import { type MetadataChanges, metadataFields, writeChanges } from './write'

/**
 * Opens the locks of all fields and puts those that a person wrote or cleared back to the file's word,
 * or to none. What a provider said, or a file, stays.
 */
export async function resetMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { precondition }: { precondition: (tag: string) => void },
) {
  await ctx.write(async (tx) => {
    const stored = await getStored(tx, viewer, id)
    precondition(tagOf(id, metadataOf(stored.series, stored.metadata)))
    const file = await findFileMetadata(tx, id)
    const { changes, sources } = restored(stored, file)
    const opened = new Set<string>(metadataFields.map(seriesLockOf))
    const locks = stored.metadata.locks.filter((lock) => !opened.has(lock))
    await writeChanges(tx, stored, changes, { locks, sources, now: ctx.now() })
    announce(ctx, tx, stored, { fieldsUpdated: [...Object.keys(changes), 'locks'] })
  })
  return getMetadata(ctx.db, viewer, id)
}

/** What the first present book says, as it was read. */
async function findFileMetadata(db: Db, seriesId: string): Promise<FileMetadata | null> {
  const [row] = await db
    .select({ file: bookContents.fileMetadata })
    .from(books)
    .innerJoin(bookContents, eq(bookContents.n, books.n))
    .where(
      and(
        eq(books.seriesId, seriesId),
        isNull(books.trashedAt),
        isNotNull(bookContents.fileMetadata),
      ),
    )
    .orderBy(asc(books.sortKey), asc(books.id))
    .limit(1)
  return row?.file ? completed(row.file) : null
}

function restored(stored: Stored, file: FileMetadata | null) {
  const said: Partial<Record<MetadataField, unknown>> = file ? seriesOffer(file) : {}
  const sources = { ...stored.metadata.sources }
  const changes: Record<string, unknown> = {}
  for (const field of metadataFields.filter((name) => sources[name] === 'edited')) {
    const value = said[field] ?? null
    delete sources[field]
    if (value !== null) sources[field] = file?.source ?? 'comicinfo'
    changes[field] = value
  }
  if (changes['title'] === null) {
    changes['title'] = titleOfFolder(stored)
    sources['title'] = 'path'
  }
  return { changes: changes as MetadataChanges, sources }
}

/** What grouped the books ends with the folder's name. */
const titleOfFolder = ({ series }: Stored) => describeFolder(lastNameOf(series.groupKey)).title
