/** Reads and edits the metadata of books on behalf of users. */
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Db, Tx } from '../../../platform/db/store'
import { notFound } from '../../../errors'
import { findTextFile } from '../../sidecars/service'
import type { Viewer } from '../../../accounts/permissions/model'
import {
  changeEachMetadata,
  changeMetadata,
  type MetadataDraft,
  type Target,
} from '../../metadata/metadata-draft'
import { bookMessages } from '../messages'
import { bookMetadata } from '../schema'
import type { BookPatch, FullBookView } from '../model'
import { parseNumber, getBookView } from '../service'
import { bookEntity } from './book-fields'
import type { BulkBookLocksBody, BulkBookMetadataBody } from './bulk-model'
import type { BookEditBody } from './edit-model'
import { bookFields, type BookLocksInput, type BookMetadataInput } from './model'
import { findFacts, findListMetadata, findMetadata, type MetadataRow } from './queries'
import { type ShownField, shownFields } from './sources-model'
import { normalizeExternal, pickGivenFields, validateStorable } from './validate-book'
import {
  buildBookDetails,
  buildBookFacts,
  buildListMetadata,
  buildLockFlags,
  buildFullMetadataView,
  buildBookMetadataView,
} from './metadata-view'

/** Throws if the stored version is not the version that was edited. */
export type Precondition = (etag: string) => void

export const getBookMetadata = async (ctx: Context, viewer: Viewer, id: string) =>
  buildBookMetadataView(await getStoredBook(ctx.db, viewer, id))

/** Returns fields for lists, keyed by book. Books without metadata are absent. */
export async function listBookFacts(ctx: Context, viewer: Viewer, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await findFacts(ctx.db, viewer, ids)
  return new Map(rows.map((row) => [row.id, buildBookFacts(row)]))
}

/** Returns the metadata for lists, keyed by book. Books without metadata are absent. */
export async function mapListMetadata(ctx: Context, viewer: Viewer, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await findListMetadata(ctx.db, viewer, ids)
  return new Map(rows.map((row) => [row.id, buildListMetadata(row)]))
}

/** Sets every field; omitted ones are cleared. */
export async function replaceBookMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { edit, precondition }: { edit: BookMetadataInput; precondition: Precondition },
) {
  const given = pickGivenFields(edit)
  const all = Object.fromEntries(bookFields.map((field) => [field, given[field] ?? null]))
  return changeBook(ctx, { viewer, id, precondition }, (draft) => draft.edit(all))
}

/** Changes only the given fields; null clears a field. */
export async function editBookMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { edit, precondition }: { edit: BookMetadataInput; precondition: Precondition },
) {
  const given = pickGivenFields(edit)
  return changeBook(ctx, { viewer, id, precondition }, (draft) => draft.edit(given))
}

/** Changes the title and number. A null title restores the title from the file. */
export async function patchBook(ctx: Context, viewer: Viewer, id: string, patch: BookPatch) {
  const given = {
    ...(typeof patch.title === 'string' && { title: patch.title }),
    ...(patch.number !== undefined && { number: formatNumber(patch.number) }),
  }
  validateStorable(given)
  await changeMetadata(ctx, bookEntity, { viewer, id }, async (draft) => {
    if (patch.title === null) await draft.reset(['title'])
    await draft.edit(given)
  })
  const { book, metadata } = await getStoredBook(ctx.db, viewer, id)
  const { title, updatedAt } = book
  return { id, title, number: parseNumber(metadata.number), updatedAt }
}

interface WholeEdit {
  edit: BookEditBody
  precondition: Precondition
  /** Locks change only as specified in the edit; changed fields are not locked. */
  keepsLocks?: boolean
}

/**
 * Edits fields, title, resets and locks in one transaction. Resets are applied first, locks last.
 */
export async function editBook(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { edit, precondition, keepsLocks }: WholeEdit,
) {
  const { title, number, titleSort, externalIds, externalLinks, ...others } = edit
  const { reset = [], locks, ...fields } = others
  const own = {
    ...(typeof title === 'string' && { title }),
    ...named({ number, titleSort }),
    ...normalizeExternal(named({ externalIds, externalLinks })),
  }
  validateStorable(own)
  const given = { ...pickGivenFields(fields), ...own }
  // A book always has a title, so clearing it restores the title from the file.
  const reverted = title === null ? [...reset, 'title' as const] : reset
  return changeBook(ctx, { viewer, id, precondition }, async (draft) => {
    if (reverted.length > 0) await draft.reset(reverted)
    await (keepsLocks ? draft.editUnlocked(given) : draft.edit(given))
    if (locks) draft.setLocks(locks)
  })
}

/**
 * Restores the values of fields from the files, no matter who or what set the current values, and
 * unlocks the fields.
 */
export const resetBookMetadata = (
  ctx: Context,
  viewer: Viewer,
  id: string,
  {
    precondition,
    fields = shownFields,
  }: { precondition: Precondition; fields?: readonly ShownField[] },
) => changeBook(ctx, { viewer, id, precondition }, (draft) => draft.reset(fields))

/** Returns a book with all its metadata. */
export async function getBookDetail(ctx: Context, viewer: Viewer, id: string) {
  const book = await getBookView(ctx, viewer, id)
  const stored = await getStoredBook(ctx.db, viewer, id)
  const hasTextBeside = (await findTextFile(ctx.db, stored.book)) !== undefined
  return { book, metadata: buildBookDetails(stored), hasTextBeside }
}

export async function getFullBook(ctx: Context, viewer: Viewer, id: string): Promise<FullBookView> {
  const { volume: _, chapter: __, summary: ___, ...book } = await getBookView(ctx, viewer, id)
  const metadata = buildFullMetadataView(await getStoredBook(ctx.db, viewer, id))
  // Only series have labels.
  return { ...book, metadata, genres: [], tags: [] }
}

export async function getBookLocks(ctx: Context, viewer: Viewer, id: string) {
  const { metadata } = await getStoredBook(ctx.db, viewer, id)
  return buildLockFlags(metadata.locks)
}

export async function setBookLocks(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { wanted, check }: { wanted: BookLocksInput; check?: (locks: object) => void },
) {
  await changeMetadata(ctx, bookEntity, { viewer, id }, (draft) => {
    check?.(buildLockFlags(draft.row.metadata.locks))
    return draft.setLocks(wanted)
  })
  return getBookLocks(ctx, viewer, id)
}

/** Edits many books. Omitted fields are kept, null clears a field, and new values are locked. */
export async function editManyBooks(
  ctx: Context,
  viewer: Viewer,
  { bookIds: ids, ...body }: BulkBookMetadataBody,
) {
  const given = pickGivenFields(body)
  return changeEachMetadata(ctx, bookEntity, { viewer, ids }, (draft) => draft.edit(given))
}

export const lockManyBooks = (
  ctx: Context,
  viewer: Viewer,
  { bookIds: ids, ...wanted }: BulkBookLocksBody,
) => changeEachMetadata(ctx, bookEntity, { viewer, ids }, (draft) => draft.setLocks(wanted))

export const resetManyBooks = (ctx: Context, viewer: Viewer, ids: readonly string[]) =>
  changeEachMetadata(ctx, bookEntity, { viewer, ids }, (draft) => draft.reset(shownFields))

async function changeBook(
  ctx: Context,
  target: Target,
  changed: (draft: MetadataDraft<MetadataRow>) => Promise<void>,
) {
  await changeMetadata(ctx, bookEntity, target, changed)
  return getBookMetadata(ctx, target.viewer, target.id)
}

/** Returns a book with all its metadata as stored. Throws if the viewer cannot see it. */
export async function getStoredBook(db: Db, viewer: Viewer, id: string) {
  const found = await findMetadata(db, id, viewer)
  if (!found) throw notFound(bookMessages.not_found())
  return found
}

const named = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const formatNumber = (number: string | number | null) => (number === null ? null : `${number}`)

/** Locks or unlocks the cover in a book's metadata; the images belong to the artwork module. */
export async function lockBookCover(tx: Tx, n: number, isLocked: boolean) {
  const [row] = await tx
    .select({ locks: bookMetadata.locks })
    .from(bookMetadata)
    .where(eq(bookMetadata.n, n))
  if (!row || row.locks.includes('coverLock') === isLocked) return
  const others = row.locks.filter((name) => name !== 'coverLock')
  const locks = isLocked ? [...others, 'coverLock' as const] : others
  await tx.update(bookMetadata).set({ locks }).where(eq(bookMetadata.n, n))
}

export async function isBookCoverLocked(db: Db, n: number): Promise<boolean> {
  const [row] = await db
    .select({ locks: bookMetadata.locks })
    .from(bookMetadata)
    .where(eq(bookMetadata.n, n))
  return row?.locks.includes('coverLock') ?? false
}
