/**
 * Computes the metadata of a book from parsing rules, sidecar files, the file itself and its path.
 * Locked and edited fields are kept.
 */
import { eq, getTableColumns } from 'drizzle-orm'
import { inNumbers } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { prepareUpsert } from '../../../platform/db/upsert'
import { completed, type FileMetadata } from '../../../media/contents/file-metadata'
import { type Naming, readFile } from '../../../media/naming/naming'
import { applyFileValues } from '../../metadata/metadata-engine'
import { type SidecarIndex, listSidecarMetadata } from '../../sidecars/service'
import { bookFieldTable } from '../metadata/book-fields'
import {
  pickBestValues,
  listBookOffers,
  getFileDetails,
  offeredFields,
} from '../metadata/merge-file-metadata'
import { numberBook } from '../numbers/number-book'
import { buildBookSearchTokens } from '../book-sort-key'
import { bookContents, bookMetadata, books } from '../schema'

type StoredBookRow = typeof books.$inferSelect
type StoredMetadataRow = typeof bookMetadata.$inferSelect

export interface BookWithMetadata {
  book: StoredBookRow
  metadata: StoredMetadataRow
}

export const upsertBooks = prepareUpsert(books, { key: 'n', kept: ['id'] })
export const upsertMetadata = prepareUpsert(bookMetadata, { key: 'n' })

export async function loadBooksWithMetadata(
  db: Db,
  ns: readonly number[],
): Promise<Map<number, BookWithMetadata>> {
  const rows = await db
    .select({ book: books, metadata: bookMetadata })
    .from(books)
    .leftJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(inNumbers(books.n, ns))
  return new Map(
    rows.map(({ book, metadata }) => [
      book.n,
      { book, metadata: metadata ?? createEmptyMetadata(book) },
    ]),
  )
}

export async function findKnownMetadata(db: Db, ns: readonly number[]) {
  if (ns.length === 0) return new Map<number, FileMetadata>()
  const known = await db
    .select({ n: bookContents.n, fileMetadata: bookContents.fileMetadata })
    .from(bookContents)
    .where(inNumbers(bookContents.n, ns))
  return new Map(
    known.flatMap(({ n, fileMetadata }) =>
      fileMetadata ? [[n, completed(fileMetadata)] as const] : [],
    ),
  )
}

/** Computes the fields that files and paths may set. */
export function computeFields(
  row: BookWithMetadata,
  known: KnownFile,
  beside: SidecarIndex,
): BookWithMetadata {
  const { title, volume, chapter, sources, source, ...wide } = chooseValues(row, known, beside)
  const metadata = { ...row.metadata, ...wide, sources, n: row.book.n }
  const named = { ...row.book, title: title ?? row.book.title, volume, chapter }
  const book = numberBook(named, metadata, { ...source, naming: known.naming })
  return { book, metadata }
}

/** Updates the timestamps and the search text of changed rows. */
export function updateTimesAndSearch(
  { book, metadata }: BookWithMetadata,
  before: BookWithMetadata,
  now: Date,
): BookWithMetadata {
  const isSameBook = Bun.deepEquals(withoutReadState(book), withoutReadState(before.book))
  const isSameMetadata = Bun.deepEquals(metadata, before.metadata)
  const search = buildBookSearchTokens({ ...metadata, title: book.title })
  return {
    book: isSameBook ? book : { ...book, updatedAt: now },
    metadata: { ...metadata, search, ...(!isSameMetadata && { updatedAt: now }) },
  }
}

const withoutReadState = (book: StoredBookRow) => ({ ...book, attempts: 0, analyzedAt: null })

/** Metadata stored in a file. */
export interface KnownFile {
  fileMetadata: FileMetadata | null
  /** Whether enough of the file was readable to determine its metadata, even if it has none. */
  isWhole: boolean
  /** The library's compiled naming strategies and rules. */
  naming: Naming
}

/** Chooses the best value for each field from parsing rules, files and the path. */
function chooseValues(
  { book, metadata }: BookWithMetadata,
  { fileMetadata, isWhole, naming }: KnownFile,
  beside: SidecarIndex,
) {
  const { title, volume, chapter } = book
  const files = [
    ...listSidecarMetadata(beside.listForBook(book)),
    ...(fileMetadata ? [fileMetadata] : []),
  ]
  const { rootId, relativePath: path } = book
  const file = readFile(naming, { rootId, path }, files)
  const best = pickBestValues(listBookOffers(naming, file, files))
  const { locks } = metadata
  const state = {
    values: { ...metadata, title, volume, chapter },
    locks,
    sources: metadata.sources,
  }
  const { values, sources } = applyFileValues(bookFieldTable, state, {
    names: offeredFields,
    files: { values: { ...best.values }, sources: best.sources },
    // The file was only partly read, so a missing value proves nothing.
    isKept: (_name, stored, source) => !isWhole && isFromFile(stored) && isFromPath(source),
  })
  const details = getFileDetails(files) ?? keepDetails({ metadata, isWhole })
  return {
    ...(values as StoredMetadataRow & Pick<StoredBookRow, 'title' | 'volume' | 'chapter'>),
    details,
    sources,
    source: { file, files, halfVolume: best.halfVolume },
  }
}

const keepDetails = ({
  metadata,
  isWhole,
}: Pick<BookWithMetadata, 'metadata'> & { isWhole: boolean }) => (isWhole ? null : metadata.details)

const isFromPath = (source: string | undefined) => source === undefined || source === 'path'
const isFromFile = (source: string | undefined) =>
  !isFromPath(source) && !source?.startsWith('rule:')

/** Creates the metadata row of a book without metadata. */
function createEmptyMetadata({ n, createdAt, updatedAt }: StoredBookRow): StoredMetadataRow {
  const nothing = Object.keys(getTableColumns(bookMetadata)).map((name) => [name, null])
  const kept = { n, locks: [], sources: {}, search: '', createdAt, updatedAt }
  return { ...(Object.fromEntries(nothing) as StoredMetadataRow), ...kept }
}
