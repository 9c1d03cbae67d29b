/**
 * Writes book rows on behalf of the scanner: what lies on the disk and what it says of itself. Touches
 * nothing that a person settled and nothing that a reader did. Every function takes a slice of books
 * and is set-based; called again for the same files, each does the same again.
 */
import type { FileMetadata } from '../formats/metadata'
import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import { giveWay } from '../db/give-way'
import { amongNumbers } from '../db/sql'
import type { Tx } from '../db/store'
import { upsertRows } from '../db/upsert'
import { mayWrite } from '../series/settle'
import { lockOf } from './metadata-model'
import { bookSearchTokens, bookSortKey } from './order'
import { bookContents, bookMetadata, books, type StoredFinding, type StoredPage } from './schema'

type Narrow = typeof books.$inferSelect
type Wide = typeof bookMetadata.$inferSelect

/** What is known of a book before it is opened. */
export interface BookDraft {
  seriesId: string
  libraryId: string
  rootId: string
  relativePath: string
  size: number
  modifiedAtMs: number
  title: string
}

/** Fields that a file or a path may speak for. */
export type BookOffer = Partial<
  Omit<Wide, 'n' | 'locks' | 'sources' | 'search' | 'createdAt' | 'updatedAt'> &
    Pick<Narrow, 'volume' | 'chapter'> & { title: string | null }
>

/** One file as it was read. */
export interface BookReading {
  n: number
  size: number
  modifiedAtMs: number
  fingerprint: string | null
  directoryHash: string | null
  contentHash: string | null
  format: string | null
  mediaType: string | null
  pageCount: number
  pages: StoredPage[]
  cover: number | string | null
  /** The gravest one first. */
  findings: StoredFinding[]
  fileMetadata: FileMetadata | null
  /** `comicinfo`, `epub`, `pdf`; null when the file does not describe itself. */
  source: string | null
  /** What the file says; undefined when too little of it could be read to know. */
  fromFile: BookOffer | undefined
  fromPath: BookOffer
}

export interface StoredBook {
  n: number
  id: string
  seriesId: string
  sortKey: string
}

/** Makes a row for each file; files that another scan has added meanwhile are left out of the answer. */
export async function addBooks(tx: Tx, drafts: readonly BookDraft[]) {
  if (drafts.length === 0) return []
  return tx
    .insert(books)
    .values(
      drafts.map((draft) => ({
        ...draft,
        sortKey: boundKey(bookSortKey({ ...nowhere, title: draft.title })),
        attempts: 1,
      })),
    )
    .onConflictDoNothing()
    .returning({
      n: books.n,
      id: books.id,
      seriesId: books.seriesId,
      rootId: books.rootId,
      relativePath: books.relativePath,
    })
}

/** Says that these files are about to be opened: who dies of one of them leaves this behind. */
export async function beginReading(tx: Tx, ns: readonly number[]) {
  await tx
    .update(books)
    .set({
      attempts: sql`case when ${books.analyzedAt} is null then ${books.attempts} + 1 else 1 end`,
      analyzedAt: null,
    })
    .where(amongNumbers(books.n, ns))
}

/** These files were not opened after all; they are as unread as before, and not to blame. */
export async function leaveUnread(tx: Tx, ns: readonly number[]) {
  if (ns.length === 0) return
  await tx.update(books).set({ attempts: 0 }).where(amongNumbers(books.n, ns))
}

export interface Unreadable {
  n: number
  finding: StoredFinding
  /** The file as it was when its reader gave up for good; undefined: the next scan tries again. */
  givenUp: { size: number; modifiedAtMs: number } | undefined
}

/** Keeps all that was known of the book before, pages too: they may be readable again tomorrow. */
export async function storeUnreadable(tx: Tx, { n, finding, givenUp }: Unreadable, now: Date) {
  const settled = givenUp && { ...givenUp, analyzedAt: now }
  await tx
    .update(books)
    .set({ attempts: 0, finding: finding.code, updatedAt: now, ...settled })
    .where(eq(books.n, n))
  await tx
    .insert(bookContents)
    .values({ n, pages: [], findings: [finding] })
    .onConflictDoUpdate({ target: bookContents.n, set: { findings: [finding] } })
}

/** Stores what was read, as far as no person and no provider has settled a field. */
export async function storeContents(
  tx: Tx,
  readings: readonly BookReading[],
  now: Date,
): Promise<StoredBook[]> {
  if (readings.length === 0) return []
  const rows = await tx
    .select({ book: books, metadata: bookMetadata })
    .from(books)
    .leftJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(
      amongNumbers(
        books.n,
        readings.map(({ n }) => n),
      ),
    )
  await giveWay()
  const rowOf = new Map(rows.map((row) => [row.book.n, row]))
  const present = readings.filter(({ n }) => rowOf.has(n))
  const settled: Row[] = []
  for (const reading of present) {
    const { book, metadata } = rowOf.get(reading.n)!
    settled.push(settleBook({ book, metadata: metadata ?? silent(book) }, reading, now))
    await giveWay()
  }
  if (present.length === 0) return []
  const narrow = settled.map(({ book }) => book)
  await upsertRows(tx, books, { key: 'n', kept: ['id'], rows: narrow })
  await upsertRows(tx, bookMetadata, { key: 'n', rows: settled.map(({ metadata }) => metadata) })
  const contents = await withKnownMetadata(tx, present.map(contentsOf), present)
  await upsertRows(tx, bookContents, { key: 'n', rows: contents })
  return settled.map(({ book: { n, id, seriesId, sortKey } }) => ({ n, id, seriesId, sortKey }))
}

/** The files of these books are not there any more. The books go to the trash, whole. */
export async function trashMissing(tx: Tx, ns: readonly number[], now: Date) {
  await tx
    .update(books)
    .set({
      missingSince: now,
      trashedAt: sql`coalesce(${books.trashedAt}, ${sql.param(now, books.trashedAt)})`,
      updatedAt: now,
    })
    .where(and(amongNumbers(books.n, ns), sql`${books.missingSince} is null`))
}

/** The files are back. A book that a person had put into the trash before it went missing stays there. */
export async function restoreFound(tx: Tx, ns: readonly number[], now: Date) {
  await tx
    .update(books)
    .set({
      missingSince: null,
      // Not by what is earlier: clocks go backwards, too.
      trashedAt: sql`case when ${books.trashedAt} <> ${books.missingSince} then ${books.trashedAt} end`,
      updatedAt: now,
    })
    .where(and(amongNumbers(books.n, ns), isNotNull(books.missingSince)))
}

interface Row {
  book: Narrow
  metadata: Wide
}

function settleBook(row: Row, reading: BookReading, now: Date): Row {
  const { n, size, modifiedAtMs, fingerprint, format, pageCount } = reading
  const { directoryHash, contentHash } = reading
  const { title, volume, chapter, sources, ...wide } = choose(row, reading)
  const metadata = { ...row.metadata, ...wide, sources, n }
  const named = { title: title ?? row.book.title, volume, chapter }
  const book = { ...row.book, ...named, size, modifiedAtMs, fingerprint, format, pageCount }
  Object.assign(book, { directoryHash, contentHash })
  book.sortKey = boundKey(
    bookSortKey({ ...named, number: metadata.number, title: metadata.titleSort ?? named.title }),
  )
  book.finding = reading.findings[0]?.code ?? null
  book.attempts = 0
  const changed = !Bun.deepEquals(
    { ...book, analyzedAt: null },
    { ...row.book, attempts: 0, analyzedAt: null },
  )
  if (changed) book.updatedAt = now
  if (!Bun.deepEquals(metadata, row.metadata)) metadata.updatedAt = now
  metadata.search = bookSearchTokens({ ...metadata, title: book.title })
  book.analyzedAt = now
  return { book, metadata }
}

/** For every field the best word that a machine may have: the file's before the path's. */
function choose({ book, metadata }: Row, { source, fromFile, fromPath }: BookReading) {
  const { title, volume, chapter } = book
  const values: Record<string, unknown> = { ...metadata, title, volume, chapter }
  const sources = { ...metadata.sources }
  const said: Record<string, unknown> = fromFile ?? {}
  const guessed: Record<string, unknown> = fromPath
  const rank = source ?? 'comicinfo'
  for (const field of new Set([...Object.keys(said), ...Object.keys(guessed)])) {
    // Too little of the file was read to say that it has nothing to say any more.
    if (!fromFile && isFromFile(sources[field])) continue
    if (!mayWrite(metadata, field, rank, lockOfField)) continue
    const isSaid = (said[field] ?? null) !== null
    values[field] = isSaid ? said[field] : (guessed[field] ?? null)
    delete sources[field]
    if (values[field] !== null) sources[field] = isSaid ? rank : 'path'
  }
  return { ...(values as Wide & Pick<Narrow, 'title' | 'volume' | 'chapter'>), sources }
}

const lockOfField = (field: string) => lockOf(field as Parameters<typeof lockOf>[0])
const isFromFile = (source: string | undefined) => source !== undefined && source !== 'path'

const contentsOf = (reading: BookReading) => {
  const { n, mediaType, pages, cover, findings, fileMetadata } = reading
  return { n, mediaType, pages, cover, findings, fileMetadata }
}

/** A file that broke cannot take back what it said while it was whole. */
async function withKnownMetadata(
  tx: Tx,
  rows: ReturnType<typeof contentsOf>[],
  readings: readonly BookReading[],
) {
  const silentNs = readings.filter(({ fromFile }) => !fromFile).map(({ n }) => n)
  if (silentNs.length === 0) return rows
  const known = await tx
    .select({ n: bookContents.n, fileMetadata: bookContents.fileMetadata })
    .from(bookContents)
    .where(amongNumbers(bookContents.n, silentNs))
  const metadataOf = new Map(known.map(({ n, fileMetadata }) => [n, fileMetadata]))
  return rows.map((row) => ({
    ...row,
    fileMetadata: row.fileMetadata ?? metadataOf.get(row.n) ?? null,
  }))
}

/** An index row of PostgreSQL holds no more than 2,700 bytes. */
const boundKey = (key: string) => key.slice(0, 600).toWellFormed()

const nowhere = { volume: null, chapter: null, number: null }

/** The wide row of a book of which nothing has been said yet. */
function silent({ n, createdAt, updatedAt }: Narrow): Wide {
  const nothing = Object.keys(getTableColumns(bookMetadata)).map((name) => [name, null])
  const kept = { n, locks: [], sources: {}, search: '', createdAt, updatedAt }
  return { ...(Object.fromEntries(nothing) as Wide), ...kept }
}
