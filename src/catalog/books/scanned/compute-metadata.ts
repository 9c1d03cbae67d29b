/** What files, what lies beside them and paths say of a book, weighed against what is settled. */
import { eq, getTableColumns } from 'drizzle-orm'
import { giveWay } from '../../../platform/db/yield'
import { inNumbers } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { prepareUpsert } from '../../../platform/db/upsert'
import { completed, type FileMetadata } from '../../../media/contents/metadata'
import { keepsFileOrder, type Naming, readFile } from '../../../media/naming/naming'
import { followFiles } from '../../metadata/engine'
import { type Beside, wordsOf } from '../../sidecars/service'
import { bookFieldTable } from '../metadata/book-fields'
import { bestValues, bookOffers, fileDetails, offeredFields } from '../metadata/file-metadata'
import { bookSearchTokens, bookSortKey, fileOrderKey } from '../sort-keys'
import { bookContents, bookMetadata, books } from '../schema'

type Narrow = typeof books.$inferSelect
type Wide = typeof bookMetadata.$inferSelect

export interface Row {
  book: Narrow
  metadata: Wide
}

export const putBooks = prepareUpsert(books, { key: 'n', kept: ['id'] })
export const putMetadata = prepareUpsert(bookMetadata, { key: 'n' })

export async function loadRows(db: Db, ns: readonly number[]): Promise<Map<number, Row>> {
  const rows = await db
    .select({ book: books, metadata: bookMetadata })
    .from(books)
    .leftJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(inNumbers(books.n, ns))
  await giveWay()
  return new Map(
    rows.map(({ book, metadata }) => [book.n, { book, metadata: metadata ?? silent(book) }]),
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

/** The fields of which files and path speak, as they are to be now. */
export function settleFields(row: Row, known: KnownFile, beside: Beside): Row {
  const { title, volume, chapter, sources, ...wide } = choose(row, known, beside)
  const metadata = { ...row.metadata, ...wide, sources, n: row.book.n }
  const book = { ...row.book, title: title ?? row.book.title, volume, chapter }
  const { number, titleSort } = metadata
  book.sortKey = boundKey(
    keepsFileOrder(known.naming)
      ? fileOrderKey(book.relativePath)
      : bookSortKey({ volume, chapter, number, title: titleSort ?? book.title }),
  )
  return { book, metadata }
}

/** The same with its times and what it is found by, where it differs from what was stored. */
export function stamped({ book, metadata }: Row, before: Row, now: Date): Row {
  const isSameBook = Bun.deepEquals(unread(book), unread(before.book))
  const isSameMetadata = Bun.deepEquals(metadata, before.metadata)
  const search = bookSearchTokens({ ...metadata, title: book.title })
  return {
    book: isSameBook ? book : { ...book, updatedAt: now },
    metadata: { ...metadata, search, ...(!isSameMetadata && { updatedAt: now }) },
  }
}

const unread = (book: Narrow) => ({ ...book, attempts: 0, analyzedAt: null })

/** What is known of what a file says of itself. */
export interface KnownFile {
  fileMetadata: FileMetadata | null
  /** Enough of the file could be read to know what it says, also when that is nothing. */
  isWhole: boolean
  /** How its library reads names. */
  naming: Naming
}

/** For each field the best value that a machine may write: a correction's, a file's, the path's. */
function choose(
  { book, metadata }: Row,
  { fileMetadata, isWhole, naming }: KnownFile,
  beside: Beside,
) {
  const { title, volume, chapter } = book
  const files = [...wordsOf(beside.ofBook(book)), ...(fileMetadata ? [fileMetadata] : [])]
  const { rootId, relativePath: path } = book
  const best = bestValues(bookOffers(naming, readFile(naming, { rootId, path }, files), files))
  const { locks } = metadata
  const state = {
    values: { ...metadata, title, volume, chapter },
    locks,
    sources: metadata.sources,
  }
  const { values, sources } = followFiles(bookFieldTable, state, {
    names: offeredFields,
    files: { values: { ...best.values }, sources: best.sources },
    // Too little of the file was read to know that it has no value any more.
    isKept: (_name, stored, source) => !isWhole && isFromFile(stored) && isFromPath(source),
  })
  const details = fileDetails(files) ?? keptDetails({ metadata, isWhole })
  return { ...(values as Wide & Pick<Narrow, 'title' | 'volume' | 'chapter'>), details, sources }
}

const keptDetails = ({ metadata, isWhole }: Pick<Row, 'metadata'> & { isWhole: boolean }) =>
  isWhole ? null : metadata.details

const isFromPath = (source: string | undefined) => source === undefined || source === 'path'
const isFromFile = (source: string | undefined) =>
  !isFromPath(source) && !source?.startsWith('rule:')

/** An index row of PostgreSQL holds no more than 2,700 bytes. */
export const boundKey = (key: string) => key.slice(0, 600).toWellFormed()

/** The wide row of a book of which nothing has been said yet. */
function silent({ n, createdAt, updatedAt }: Narrow): Wide {
  const nothing = Object.keys(getTableColumns(bookMetadata)).map((name) => [name, null])
  const kept = { n, locks: [], sources: {}, search: '', createdAt, updatedAt }
  return { ...(Object.fromEntries(nothing) as Wide), ...kept }
}
