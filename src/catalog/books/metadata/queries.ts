import { and, eq } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { libraries } from '../../libraries/schema'
import { series } from '../../series/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import { bookContents, bookMetadata, books } from '../schema'
import { bookVisibleTo } from '../book-visibility'

export type Narrow = typeof books.$inferSelect
export type Wide = typeof bookMetadata.$inferSelect

/** Finds all metadata of a book. Automatic writers omit `viewer`, because they see every book. */
export async function findMetadata(db: Db, id: string, viewer?: Viewer) {
  const [row] = await findMetadataOfMany(db, [id], viewer)
  return row
}

async function findMetadataOfMany(db: Db, ids: readonly string[], viewer?: Viewer) {
  const rows = await db
    .select({
      book: books,
      metadata: bookMetadata,
      seriesName: series.title,
      numberStrategy: libraries.numberStrategy,
    })
    .from(books)
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .leftJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(and(inIds(books.id, ids), viewer && bookVisibleTo(viewer)))
  return rows.map((row) => ({ ...row, metadata: row.metadata ?? emptyMetadata(row.book) }))
}
export type MetadataRow = NonNullable<Awaited<ReturnType<typeof findMetadata>>>

/** Finds fields that other protocols show in lists. Books without metadata are absent. */
export async function findFacts(db: Db, viewer: Viewer, ids: readonly string[]) {
  const { authors, publisher, languageIso, genre, subjects, year, month, day } = bookMetadata
  const { writer, penciller, inker, colorist, letterer, coverArtist, editor, translator } =
    bookMetadata
  return db
    .select({
      id: books.id,
      authors,
      publisher,
      languageIso,
      genre,
      subjects,
      year,
      month,
      day,
      writer,
      penciller,
      inker,
      colorist,
      letterer,
      coverArtist,
      editor,
      translator,
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(and(inIds(books.id, ids), bookVisibleTo(viewer)))
}
/** Finds list metadata. Omits large fields that lists do not show. */
export async function findListMetadata(db: Db, viewer: Viewer, ids: readonly string[]) {
  const { authors, subjects, isbns, summary, number, year, month, day, locks } = bookMetadata
  const { createdAt, updatedAt, externalLinks } = bookMetadata
  return db
    .select({
      id: books.id,
      authors,
      externalLinks,
      subjects,
      isbns,
      summary,
      number,
      year,
      month,
      day,
      locks,
      createdAt,
      updatedAt,
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(and(inIds(books.id, ids), bookVisibleTo(viewer)))
}
export type ListMetadataRow = Awaited<ReturnType<typeof findListMetadata>>[number]

export type FactsRow = Awaited<ReturnType<typeof findFacts>>[number]

/** Finds the metadata that the file contained when it was last read. */
export async function findFileMetadata(db: Db, { n }: Narrow) {
  const [row] = await db
    .select({ fileMetadata: bookContents.fileMetadata })
    .from(bookContents)
    .where(eq(bookContents.n, n))
  return row?.fileMetadata ?? null
}

export async function storeMetadata(tx: Tx, book: Narrow, metadata: Wide) {
  const { n, title, sortKey, volume, volumeEnd, chapter, chapterEnd, updatedAt } = book
  const { numberKind, numberFrom, numberTo } = book
  const numbers = { volume, volumeEnd, chapter, chapterEnd, numberKind, numberFrom, numberTo }
  const { n: _, ...wide } = metadata
  await tx
    .update(books)
    .set({ title, sortKey, ...numbers, updatedAt })
    .where(eq(books.n, n))
  await tx
    .insert(bookMetadata)
    .values(metadata)
    .onConflictDoUpdate({ target: bookMetadata.n, set: wide })
}

/** Creates the metadata row of a book without metadata. */
function emptyMetadata({ n, createdAt, updatedAt }: Narrow): Wide {
  return { ...noValues, n, locks: [], sources: {}, search: '', createdAt, updatedAt }
}

const noValues = {
  titleSort: null,
  number: null,
  authors: null,
  awards: null,
  blackAndWhite: null,
  bookType: null,
  colorist: null,
  count: null,
  coverArtist: null,
  customMetadata: null,
  details: null,
  day: null,
  edition: null,
  editor: null,
  externalIds: null,
  externalLinks: null,
  formatDetail: null,
  genre: null,
  imprint: null,
  inker: null,
  isbns: null,
  languageIso: null,
  letterer: null,
  manga: null,
  month: null,
  originalTitle: null,
  originalYear: null,
  penciller: null,
  publisher: null,
  seriesPosition: null,
  seriesTotal: null,
  subjects: null,
  subtitle: null,
  summary: null,
  translator: null,
  writer: null,
  year: null,
}
