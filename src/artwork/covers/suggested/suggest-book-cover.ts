/** Book covers from metadata providers. */
import { system } from '../../../accounts/permissions/model'
import { isBookCoverLocked } from '../../../catalog/books/metadata/service'
import { getVisibleBook } from '../../../catalog/books/service'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { getBookThumbnail } from '../../thumbnails/service'
import { announceBookCover, toBookOwner } from '../book-covers'
import {
  deleteCover,
  findCoverBySource,
  findOwnedCover,
  listCovers,
  selectCover,
  setReplacedSource,
} from '../queries'
import { addCover } from '../uploads/add-cover'
import { deleteCoverFiles } from '../uploads/stored-uploads'

/**
 * Stores a provider's image, unless the book already has it. Selects the image if the book's cover
 * is not locked and comes from its file or a provider. With `isSpare`, selects it only if the file
 * has no image.
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
    if (!selected) return []
    if (shown && !added.isSelected) await setReplacedSource(tx, added.id, shown.source)
    await selectCover(tx, owner, added.id)
    return []
  })
  if (selected) await announceBookCover(ctx, book)
  return { coverId: cover.id, isNew: !before.some(({ id }) => id === cover.id), selected }
}

/**
 * Deletes a suggested cover and shows the book's previous cover again. Does nothing if a user chose
 * or deleted the suggested cover, or if the book is in the trash.
 */
export async function withdrawBookCover(ctx: Context, bookId: string, coverId: string) {
  try {
    const book = await getVisibleBook(ctx, system, bookId)
    const cover = await ctx.write((tx) => withdraw(tx, book, coverId))
    if (!cover) return
    await deleteCoverFiles(ctx, [cover])
    if (cover.isSelected) await announceBookCover(ctx, book)
  } catch (error) {
    if (!(error instanceof Refusal && error.reason === 'not_found')) throw error
  }
}

async function withdraw(tx: Tx, { id, n }: { id: string; n: number }, coverId: string) {
  const owner = toBookOwner(id)
  const cover = await findOwnedCover(tx, owner, coverId)
  if (!cover || (cover.isSelected && (await isBookCoverLocked(tx, n)))) return undefined
  await deleteCover(tx, coverId)
  const { isSelected, replacedSource } = cover
  if (!isSelected || replacedSource === null) return cover
  const next = await findCoverBySource(tx, owner, replacedSource)
  await selectCover(tx, owner, next?.id ?? null)
  return cover
}
