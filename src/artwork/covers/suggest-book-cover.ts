/** Covers of metadata providers for books. */
import { system } from '../../accounts/permissions/model'
import { isBookCoverLocked } from '../../catalog/books/metadata/service'
import { getVisibleBook } from '../../catalog/books/service'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { getBookThumbnail } from '../thumbnails/service'
import { announceBookCover, deleteBookCover, toBookOwner } from './book-covers'
import { findOwnedCover, listCovers, selectCover } from './queries'
import { addCover } from './uploads/add-cover'

/**
 * Stores a provider's picture, unless the book has it. Selects it if the book shows its file or a picture of a
 * provider, and the cover is not locked. `isSpare`: only if the file has no picture.
 */
export async function suggestBookCover(
  ctx: Context,
  bookId: string,
  plugin: string,
  { file, isSpare = false }: { file: Blob; isSpare?: boolean },
) {
  const book = await getVisibleBook(ctx, system, bookId)
  const owner = toBookOwner(bookId)
  const isShown = isSpare && (await getBookThumbnail(ctx, system, bookId))?.state === 'made'
  const before = await listCovers(ctx.db, owner)
  let selected = false
  const picture = { source: `plugin:${plugin}`, file }
  const cover = await addCover(ctx, owner, picture, async (tx, added) => {
    const shown = (await listCovers(tx, owner)).find(({ isSelected }) => isSelected)
    const isReplaceable = shown === undefined || shown.source.startsWith('plugin:')
    selected = isReplaceable && !isShown && !(await isBookCoverLocked(tx, book.n))
    if (selected) await selectCover(tx, owner, added.id)
    return []
  })
  if (selected) await announceBookCover(ctx, book)
  return { coverId: cover.id, isNew: !before.some(({ id }) => id === cover.id), selected }
}

/** Deletes a suggested cover, unless a user chose it or deleted it, or the book is in the trash. */
export async function withdrawBookCover(ctx: Context, bookId: string, coverId: string) {
  try {
    const { n } = await getVisibleBook(ctx, system, bookId)
    const cover = await findOwnedCover(ctx.db, toBookOwner(bookId), coverId)
    if (cover?.isSelected && (await isBookCoverLocked(ctx.db, n))) return
    await deleteBookCover(ctx, system, bookId, coverId)
  } catch (error) {
    if (!(error instanceof Refusal && error.reason === 'not_found')) throw error
  }
}
