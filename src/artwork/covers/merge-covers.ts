/**
 * Copies the covers of a book or series to its successor, and removes a book's copies when the two
 * books are separated again. The original keeps its covers.
 */
import { extname } from 'node:path'
import { eq } from 'drizzle-orm'
import { lockBookCover } from '../../catalog/books/metadata/service'
import { books } from '../../catalog/books/schema'
import { isSeriesCoverLocked, saveCoverChoice } from '../../catalog/series/cover-choice'
import { series } from '../../catalog/series/schema'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { createCoverThumbnail, recreateBookThumbnail } from '../thumbnails/service'
import {
  type CoverRow,
  deleteCover,
  findSameCover,
  insertCover,
  listCovers,
  selectCover,
} from './queries'
import { copyUpload, deleteCoverFiles, removeUpload } from './uploads/stored-uploads'

export interface MergedOwners {
  kind: 'series' | 'book'
  fromId: string
  toId: string
}

interface CopiedCover {
  cover: CoverRow
  id: string
  fileName: string
}

/** Copies of uploaded files, created before the transaction that stores their rows. */
export class CoverCopies {
  readonly #ctx: Context
  readonly #owners: MergedOwners
  readonly #copies: readonly CopiedCover[]
  readonly #stored = new Set<string>()
  #isChanged = false

  private constructor(ctx: Context, owners: MergedOwners, copies: readonly CopiedCover[]) {
    this.#ctx = ctx
    this.#owners = owners
    this.#copies = copies
  }

  /** Skips covers whose files are missing. */
  static async make(ctx: Context, owners: MergedOwners): Promise<CoverCopies> {
    const copies: CopiedCover[] = []
    for (const cover of await listCovers(ctx.db, { kind: owners.kind, id: owners.fromId })) {
      const id = Bun.randomUUIDv7()
      const fileName = `${id}${extname(cover.fileName)}`
      if (!(await copyUpload(ctx, cover.fileName, fileName))) continue
      copies.push({ cover, id, fileName })
    }
    return new CoverCopies(ctx, owners, copies)
  }

  /** `bookCover` is the book whose cover the series shows, if a user chose one. */
  async store(tx: Tx, now: Date, bookCover?: string) {
    const { kind, toId } = this.#owners
    const chosen = await findChosenCover(tx, { kind, id: this.#owners.fromId })
    const isFree = await isChoiceFree(tx, { kind, id: toId })
    let selected: CoverRow | undefined
    for (const { cover, id, fileName } of this.#copies) {
      const owner = { kind, id: toId }
      const same = await findSameCover(tx, owner, cover)
      const row = { ...cover, ...this.#toOwner(), id, fileName, isSelected: false }
      const stored = same ?? (await insertCover(tx, row))
      if (!same) this.#stored.add(id)
      if (cover.id === chosen) selected = stored
    }
    if (!isFree || (!selected && bookCover === undefined)) return
    this.#isChanged = true
    const source = selected?.source ?? `book:${bookCover}`
    await chooseRestored(tx, { kind, id: toId }, { cover: selected, source, now })
  }

  /** Runs after the transaction, even if the transaction failed. */
  async finish() {
    for (const { id, fileName } of this.#copies) {
      if (!this.#stored.has(id)) await removeUpload(this.#ctx, fileName)
      else await createCoverThumbnail(this.#ctx, id, { upload: fileName })
    }
    const { kind, toId } = this.#owners
    if (this.#isChanged && kind === 'book') await recreateBookThumbnail(this.#ctx, toId)
  }

  #toOwner() {
    const { kind, toId } = this.#owners
    return kind === 'book' ? { bookId: toId, seriesId: null } : { seriesId: toId, bookId: null }
  }
}

interface CoverOwner {
  kind: MergedOwners['kind']
  id: string
}

async function findChosenCover(tx: Tx, { kind, id }: CoverOwner): Promise<string | undefined> {
  const known = await listCovers(tx, { kind, id })
  const source = kind === 'series' ? await findSeriesSource(tx, id) : undefined
  const isShown = (one: CoverRow) => one.isSelected && (!source || one.source === source)
  return known.find(isShown)?.id
}

/**
 * Returns true if no cover has been chosen for the book or series, neither by a user nor
 * automatically.
 */
export async function isChoiceFree(tx: Tx, { kind, id }: CoverOwner): Promise<boolean> {
  if (kind === 'series') {
    const isDefault = (await findSeriesSource(tx, id)) === 'first_book'
    return isDefault && !(await isSeriesCoverLocked(tx, id))
  }
  return !(await listCovers(tx, { kind, id })).some(({ isSelected }) => isSelected)
}

/** Shows `cover` or, without one, the cover that `source` names, and locks the choice. */
export async function chooseRestored(
  tx: Tx,
  { kind, id }: CoverOwner,
  { cover, source, now }: { cover: CoverRow | undefined; source: string; now: Date },
) {
  await selectCover(tx, { kind, id }, cover?.id ?? null)
  if (kind === 'series') {
    const isCustom = source === 'custom'
    const choice = { source, lock: true, ...(isCustom && { hasCustomCover: true }) }
    return saveCoverChoice(tx, id, choice, now)
  }
  const [book] = await tx.select({ n: books.n }).from(books).where(eq(books.id, id))
  return lockBookCover(tx, book!.n, true)
}

async function findSeriesSource(tx: Tx, id: string): Promise<string | undefined> {
  const columns = { source: series.selectedCoverSource }
  return (await tx.select(columns).from(series).where(eq(series.id, id)))[0]?.source
}

/**
 * Removes a book's covers that were copied from another book, and returns them. Unlocks the cover
 * if one of them was shown.
 */
export async function removeCopiedCovers(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
): Promise<CoverRow[]> {
  const removed: CoverRow[] = []
  for (const cover of await listCovers(tx, { kind: 'book', id: fromId })) {
    const copy = await findSameCover(tx, { kind: 'book', id: toId }, cover)
    if (!copy) continue
    await deleteCover(tx, copy.id)
    removed.push(copy)
  }
  if (removed.some(({ isSelected }) => isSelected)) {
    const [book] = await tx.select({ n: books.n }).from(books).where(eq(books.id, toId))
    await lockBookCover(tx, book!.n, false)
  }
  return removed
}

/** Runs after the transaction. */
export async function finishRemoval(ctx: Context, bookId: string, removed: readonly CoverRow[]) {
  await deleteCoverFiles(ctx, removed)
  if (removed.some(({ isSelected }) => isSelected)) await recreateBookThumbnail(ctx, bookId)
}
