/**
 * What is said of a book: read, replaced and changed by people, and given back to the file. A person's
 * word settles the field; for how machines write see `settle` of the room series.
 */
import type { Context } from '../../../context'
import type { Db, Tx } from '../../../platform/db/store'
import { notFound } from '../../../errors'
import { toEach } from '../../../platform/http/bulk'
import { strongTag } from '../../../platform/http/responses/conditional'
import { refreshSeries } from '../../series/scanned/refresh'
import { refreshSearch } from '../../series/search-text'
import { isSame } from '../../series/metadata/settle'
import type { Viewer } from '../../../accounts/users/model'
import { bestWords } from './file-metadata'
import {
  bookFields,
  type BookField,
  type BookLocksInput,
  type BookMetadataInput,
  type BookMetadataView,
  lockOf,
} from './model'
import { findMetadata, type MetadataRow, storeMetadata, type Wide } from './queries'
import { checkDate, checkStorable, givenFields } from './values'
import { detailsOf, flagsOf, fullViewOf, valuesOf, viewOfMetadata } from './view'
import type { BookPatch, FullBookView } from '../model'
import { bookSearchTokens, bookSortKey, fileOrderKey } from '../order'
import { type BookLockName, bookLockNames } from '../schema'
import { asNumber, getBookView } from '../service'
import { findOffers } from './sources'
import { type ShownField, shownFields } from './sources-model'
import { bookMessages } from '../messages'

/** Fields with a lock and a source: those of the metadata, and those of the book itself. */
type Editable = BookField | 'title' | 'titleSort' | 'number'
export type Changes = Partial<Record<Editable, unknown>>

/** Refuses when the version that is stored now is not the one the person edited. */
export type Precondition = (etag: string) => void

export async function getMetadata(ctx: Context, viewer: Viewer, id: string) {
  return viewOfMetadata(await findOrRefuse(ctx.db, viewer, id))
}

/** Equal when nothing differs. A cover is chosen beside the fields: that makes no other version. */
export const etagOf = ({ locks, ...fields }: BookMetadataView) =>
  strongTag(JSON.stringify({ ...fields, locks: { ...locks, coverLock: false } }))

/** Every field gets the value of the request; what it leaves out is cleared. */
export async function replaceMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { body, check }: { body: BookMetadataInput; check: Precondition },
) {
  const given = givenFields(body)
  const all = Object.fromEntries(bookFields.map((field) => [field, given[field] ?? null]))
  return edit(ctx, viewer, id, { changes: all, check })
}

/** Only the fields that the request speaks of; null clears. */
export async function patchMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { body, check }: { body: BookMetadataInput; check: Precondition },
) {
  return edit(ctx, viewer, id, { changes: givenFields(body), check })
}

/** Title and number. A title that is cleared is again the one that the file has. */
export async function patchBook(ctx: Context, viewer: Viewer, id: string, patch: BookPatch) {
  const changes: Changes = {
    ...(typeof patch.title === 'string' && { title: patch.title }),
    ...(patch.number !== undefined && { number: textOf(patch.number) }),
  }
  checkStorable(changes)
  const { book, metadata } = await change(ctx, viewer, id, async (standing, tx) => {
    const base = patch.title === null ? await withReset(tx, standing, ['title']) : standing
    return withEdits(base, changes)
  })
  const { title, updatedAt } = book
  return { id, title, number: asNumber(metadata.number), updatedAt }
}

/** Gives fields, or all, back to the file: what people said of it is dropped, and so are the locks. */
export async function resetMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { check, fields = shownFields }: { check: Precondition; fields?: readonly ShownField[] },
) {
  const row = await change(ctx, viewer, id, (standing, tx) => {
    check(etagOf(viewOfMetadata(standing)))
    return withReset(tx, standing, fields)
  })
  return viewOfMetadata(row)
}

/** One book with all that is said of it. */
export async function getBookDetail(ctx: Context, viewer: Viewer, id: string) {
  const book = await getBookView(ctx, viewer, id)
  return { book, metadata: detailsOf(await findOrRefuse(ctx.db, viewer, id)) }
}

export async function getFullBook(ctx: Context, viewer: Viewer, id: string): Promise<FullBookView> {
  const { volume: _, chapter: __, summary: ___, ...book } = await getBookView(ctx, viewer, id)
  const metadata = fullViewOf(await findOrRefuse(ctx.db, viewer, id))
  // Labels hang on series; a book has none of its own.
  return { ...book, metadata, genres: [], tags: [] }
}

export async function getLocks(ctx: Context, viewer: Viewer, id: string) {
  const { metadata } = await findOrRefuse(ctx.db, viewer, id)
  return flagsOf(metadata.locks)
}

export async function changeLocks(
  ctx: Context,
  viewer: Viewer,
  id: string,
  wanted: BookLocksInput,
) {
  return change(ctx, viewer, id, (row) => withLocks(row, wanted)).then(({ metadata }) =>
    flagsOf(metadata.locks),
  )
}

export function withLocks(row: MetadataRow, wanted: BookLocksInput): MetadataRow {
  const standing = flagsOf(row.metadata.locks)
  const locks = bookLockNames.filter((name) => wanted[name] ?? standing[name])
  return { ...row, metadata: { ...row.metadata, locks } }
}

/** As one alone would be changed, and told of each. */
export const changeEach = (
  ctx: Context,
  viewer: Viewer,
  ids: readonly string[],
  changed: Changed,
) =>
  toEach(ctx, ids, async (tx, id) => {
    const standing = await findOrRefuse(tx, viewer, id)
    return store(ctx, tx, standing, await changed(standing, tx))
  })

async function edit(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { changes, check }: { changes: Changes; check: Precondition },
) {
  const row = await change(ctx, viewer, id, (standing) => {
    check(etagOf(viewOfMetadata(standing)))
    const edited = withEdits(standing, changes)
    checkDate(edited.metadata, changes)
    return edited
  })
  return viewOfMetadata(row)
}

/** What the person changed; locks and sources follow. A field that stays the same is left alone. */
export function withEdits(row: MetadataRow, given: Changes): MetadataRow {
  const standing = valuesOf(row)
  const changed = Object.entries(given).filter(([field, value]) => {
    return !isSame(standing[field as Editable], value)
  }) as [Editable, unknown][]
  const locked = changed.flatMap(([field, value]) => (value === null ? [] : [lockOf(field)]))
  const sources = Object.fromEntries(changed.map(([field]) => [field, 'edited']))
  return withValues(row, Object.fromEntries(changed), {
    locks: [...new Set([...row.metadata.locks, ...locked])],
    sources: { ...row.metadata.sources, ...sources },
  })
}

export async function withReset(
  tx: Tx,
  row: MetadataRow,
  fields: readonly Editable[],
): Promise<MetadataRow> {
  const { offers } = await findOffers(tx, row.book)
  const { values, sources } = bestWords(offers)
  const given = new Set<string>(fields)
  const open = new Set(fields.map(lockOf))
  const others = Object.entries(row.metadata.sources).filter(([field]) => !given.has(field))
  const own = Object.entries(sources).filter(([field]) => given.has(field))
  const changes = Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
  return withValues(row, changes, {
    locks: row.metadata.locks.filter((name) => !open.has(name)),
    sources: Object.fromEntries([...others, ...own]),
  })
}

function withValues(
  { book, metadata, ...rest }: MetadataRow,
  changes: Changes,
  settled: { locks: BookLockName[]; sources: Record<string, string> },
): MetadataRow {
  const { title, volume, chapter, ...wide } = changes
  const narrow = Object.fromEntries(
    Object.entries({ title, volume, chapter }).filter(([, value]) => value !== undefined),
  )
  return {
    book: { ...book, ...narrow },
    metadata: { ...metadata, ...(wide as Partial<Wide>), ...settled },
    ...rest,
  }
}

type Changed = (row: MetadataRow, tx: Tx) => MetadataRow | Promise<MetadataRow>

/** One transaction: what is stored, what a list sorts and search finds it by, what its series counts. */
export async function change(
  ctx: Context,
  viewer: Viewer,
  id: string,
  changed: Changed,
): Promise<MetadataRow> {
  return ctx.write(async (tx) => {
    const standing = await findOrRefuse(tx, viewer, id)
    const isChanged = await store(ctx, tx, standing, await changed(standing, tx))
    return isChanged ? findOrRefuse(tx, viewer, id) : standing
  })
}

/** False when it is stored like that already. */
async function store(ctx: Context, tx: Tx, standing: MetadataRow, wanted: MetadataRow) {
  if (isSame(standing, wanted)) return false
  await storeMetadata(tx, ...prepared(wanted, ctx.now()))
  const { id, libraryId, seriesId } = standing.book
  await refreshSeries(tx, [seriesId])
  const fields = changedFields(standing, wanted)
  if (fields.some((field) => people.has(field))) await refreshSearch(tx, [seriesId])
  tx.afterCommit(() =>
    ctx.bus.announce({ type: 'book_updated', libraryId, seriesId, bookId: id, fields }),
  )
  return true
}

/** A series is found by the people of its books. */
const people = new Set([
  'authors',
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'coverArtist',
  'editor',
  'translator',
])

function prepared({ book, metadata, numberStrategy }: MetadataRow, now: Date) {
  const { title, volume, chapter } = book
  const sortTitle = metadata.titleSort ?? title
  const sortKey =
    numberStrategy === 'file_order'
      ? fileOrderKey(book.relativePath)
      : bookSortKey({ volume, chapter, number: metadata.number, title: sortTitle })
  const search = bookSearchTokens({ ...metadata, title })
  return [
    { ...book, sortKey, updatedAt: now },
    { ...metadata, search, updatedAt: now },
  ] as const
}

function changedFields(before: MetadataRow, after: MetadataRow): string[] {
  const old = valuesOf(before)
  const fields = Object.entries(valuesOf(after)).flatMap(([field, value]) =>
    isSame(old[field as Editable], value) ? [] : [field],
  )
  return isSame(before.metadata.locks, after.metadata.locks) ? fields : [...fields, 'locks']
}

async function findOrRefuse(db: Db, viewer: Viewer, id: string) {
  const found = await findMetadata(db, viewer, id)
  if (!found) throw notFound(bookMessages.not_found())
  return found
}

const textOf = (number: string | number | null) => (number === null ? null : `${number}`)
