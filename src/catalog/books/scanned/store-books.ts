/** Writes book rows for the scanner. Never overwrites edits, locks or reading progress. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { inNumbers } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { prepareInsert, prepareUpsert } from '../../../platform/db/upsert'
import { computeFileNameMd5 } from '../../../media/reader/koreader-hash'
import { holdSeries } from '../../sharing-tags/hold-series'
import { type SidecarIndex, loadSidecarIndex, getFolderLocation } from '../../sidecars/service'
import { findMergeTargets, placeNewBook } from './assign-scanned-series'
import { buildBookSortKey, buildFileOrderKey, truncateKey } from '../book-sort-key'
import { bookContents, books, type StoredFinding, type StoredPage } from '../schema'
import {
  findKnownMetadata,
  type KnownFile,
  loadBooksWithMetadata,
  upsertBooks,
  upsertMetadata,
  type BookWithMetadata,
  computeFields,
  updateTimesAndSearch,
} from './compute-metadata'

const insertBooks = prepareInsert(books, (tx, rows) =>
  tx.insert(books).values(rows).onConflictDoNothing().returning({
    n: books.n,
    id: books.id,
    seriesId: books.seriesId,
    rootId: books.rootId,
    relativePath: books.relativePath,
  }),
)
const upsertContents = prepareUpsert(bookContents, { key: 'n' })

/** A book before its file is read. */
export interface BookDraft {
  /** The series that a scan found for the path. */
  seriesId: string
  libraryId: string
  rootId: string
  relativePath: string
  size: number
  modifiedAtMs: number
  title: string
  /** Sort by file path instead of by number. */
  inFileOrder: boolean
}

/** The result of reading one file. */
export interface FileReading extends KnownFile {
  n: number
  size: number
  modifiedAtMs: number
  fingerprint: string | null
  directoryHash: string | null
  contentHash: string | null
  partialMd5: string | null
  format: string | null
  mediaType: string | null
  pageCount: number
  pages: StoredPage[]
  cover: number | string | null
  /** Most severe first. */
  findings: StoredFinding[]
}

export interface StoredBook {
  n: number
  id: string
  seriesId: string
  sortKey: string
  /** Page counts before and after reading the file, or 0 if unknown. */
  length: { before: number; after: number }
}

/** Creates a row for each file. Skips files that another scan has added in the meantime. */
export async function addBooks(tx: Tx, drafts: readonly BookDraft[]) {
  if (drafts.length === 0) return []
  const targets = await findMergeTargets(
    tx,
    drafts.map(({ seriesId }) => seriesId),
  )
  const added = await insertBooks(
    tx,
    drafts.map(({ inFileOrder, ...draft }) => ({
      ...draft,
      ...placeNewBook(draft.seriesId, targets),
      fileNameMd5: computeFileNameMd5(draft.relativePath),
      sortKey: truncateKey(
        inFileOrder
          ? buildFileOrderKey(draft.relativePath)
          : buildBookSortKey({ ...noNumbers, title: draft.title }),
      ),
      attempts: 1,
    })),
  )
  await holdSeries(
    tx,
    added.map(({ seriesId }) => seriesId),
  )
  return added
}

/**
 * Counts the attempt before the file is opened, so that it is counted even if the process crashes.
 */
export async function markAttempt(tx: Tx, ns: readonly number[]) {
  await tx
    .update(books)
    .set({
      attempts: sql`case when ${books.analyzedAt} is null then ${books.attempts} + 1 else 1 end`,
      analyzedAt: null,
    })
    .where(inNumbers(books.n, ns))
}

/** Resets the attempts of books whose files were not opened after all. */
export async function resetAttempts(tx: Tx, ns: readonly number[]) {
  if (ns.length === 0) return
  await tx.update(books).set({ attempts: 0 }).where(inNumbers(books.n, ns))
}

/** Marks books for reanalysis at a user's request. */
export async function requestReading(tx: Tx, ns: readonly number[]) {
  await tx.update(books).set({ attempts: 0, analyzedAt: null }).where(inNumbers(books.n, ns))
}

interface GivenUp {
  size: number
  modifiedAtMs: number
  /** Hash of the entire file. */
  contentHash: string | null
}

export interface Unreadable {
  n: number
  finding: StoredFinding
  /** The file, if reading it failed permanently. Undefined if the next scan should retry. */
  crashing: GivenUp | undefined
}

/**
 * Stores a finding for a file that could not be read. Keeps all known data, including pages: the
 * file may become readable again.
 */
export async function storeUnreadable(tx: Tx, { n, finding, crashing }: Unreadable, now: Date) {
  const settled = crashing && {
    ...crashing,
    contentHash: keepContentHashOfSameFile(crashing),
    analyzedAt: now,
  }
  await tx
    .update(books)
    .set({ attempts: 0, finding: finding.code, updatedAt: now, ...settled })
    .where(eq(books.n, n))
  await tx
    .insert(bookContents)
    .values({ n, pages: [], findings: [finding] })
    .onConflictDoUpdate({ target: bookContents.n, set: { findings: [finding] } })
}

/**
 * Keeps the stored hash only if the file is unchanged. Otherwise, another file with the old content
 * would be mistaken for this book at a new location.
 */
const keepContentHashOfSameFile = ({ size, modifiedAtMs, contentHash }: GivenUp) => {
  const hash = sql.param(contentHash, books.contentHash)
  return sql`case when ${books.size} = ${size} and ${books.modifiedAtMs} = ${modifiedAtMs}
    then coalesce(${books.contentHash}, ${hash}) else ${hash} end`
}

/** Stores the contents. Edited and locked fields are kept. */
export async function storeContents(
  tx: Tx,
  readings: readonly FileReading[],
  now: Date,
): Promise<StoredBook[]> {
  if (readings.length === 0) return []
  const rowOf = await loadBooksWithMetadata(
    tx,
    readings.map(({ n }) => n),
  )
  const present = readings.filter(({ n }) => rowOf.has(n))
  if (present.length === 0) return []
  const beside = await loadSidecarIndex(
    tx,
    [...rowOf.values()].map(({ book }) => getFolderLocation(book)),
  )
  const settled: BookWithMetadata[] = []
  const lengthsBefore = new Map([...rowOf].map(([n, { book }]) => [n, book.pageCount]))
  for (const reading of present) {
    settled.push(applyReading(rowOf.get(reading.n)!, reading, { beside, now }))
  }
  const narrow = settled.map(({ book }) => book)
  await upsertBooks(tx, narrow)
  const wide = settled.map(({ metadata }) => metadata)
  await upsertMetadata(tx, wide)
  const contents = await keepKnownMetadata(tx, present.map(getContents), present)
  await upsertContents(tx, contents)
  return settled.map(({ book: { n, id, seriesId, sortKey, pageCount } }) => ({
    n,
    id,
    seriesId,
    sortKey,
    length: { before: lengthsBefore.get(n) ?? 0, after: pageCount },
  }))
}

/** Moves books with missing files to the trash, with all their data. */
export async function markBooksMissing(tx: Tx, ns: readonly number[], now: Date) {
  await tx
    .update(books)
    .set({
      missingSince: now,
      trashedAt: sql`coalesce(${books.trashedAt}, ${sql.param(now, books.trashedAt)})`,
      updatedAt: now,
    })
    .where(and(inNumbers(books.n, ns), sql`${books.missingSince} is null`))
}

/**
 * Restores books whose files are back. Books that a user had moved to the trash before stay there.
 */
export async function restoreFoundBooks(tx: Tx, ns: readonly number[], now: Date) {
  await tx
    .update(books)
    .set({
      missingSince: null,
      // Compares for equality, because the clock may go backward.
      trashedAt: sql`case when ${books.trashedAt} <> ${books.missingSince} then ${books.trashedAt} end`,
      updatedAt: now,
    })
    .where(and(inNumbers(books.n, ns), isNotNull(books.missingSince)))
}

function applyReading(
  row: BookWithMetadata,
  reading: FileReading,
  { beside, now }: { beside: SidecarIndex; now: Date },
): BookWithMetadata {
  const { size, modifiedAtMs, fingerprint, format, pageCount } = reading
  const { directoryHash, partialMd5 } = reading
  const contentHash = reading.contentHash ?? keepContentHash(row.book, reading)
  const { book, metadata } = computeFields(row, reading, beside)
  Object.assign(book, { size, modifiedAtMs, fingerprint, format, pageCount })
  Object.assign(book, { directoryHash, contentHash, partialMd5 })
  book.finding = reading.findings[0]?.code ?? null
  book.attempts = 0
  const settled = updateTimesAndSearch({ book, metadata }, row, now)
  settled.book.analyzedAt = now
  return settled
}

/** Returns the stored content hash if the file is unchanged, or else null. */
function keepContentHash(
  book: BookWithMetadata['book'],
  { size, modifiedAtMs, fingerprint }: FileReading,
) {
  const isSame =
    book.size === size && book.modifiedAtMs === modifiedAtMs && book.fingerprint === fingerprint
  return isSame ? book.contentHash : null
}

const getContents = (reading: FileReading) => {
  const { n, mediaType, pages, cover, findings, fileMetadata } = reading
  return { n, mediaType, pages, cover, findings, fileMetadata }
}

/** Keeps the known metadata of files that could not be read completely. */
async function keepKnownMetadata(
  tx: Tx,
  rows: ReturnType<typeof getContents>[],
  readings: readonly FileReading[],
) {
  const silentNs = readings.filter(({ isWhole }) => !isWhole).map(({ n }) => n)
  const metadataOf = await findKnownMetadata(tx, silentNs)
  return rows.map((row) => ({
    ...row,
    fileMetadata: row.fileMetadata ?? metadataOf.get(row.n) ?? null,
  }))
}

const noNumbers = {
  numberKind: null,
  numberFrom: null,
  numberTo: null,
  volume: null,
  chapter: null,
  number: null,
}
