import type { Schemas } from '../../api/client'

type Series = Pick<Schemas['Series'], 'bookCount' | 'metadata'>

/**
 * Returns the book of a one-shot, which is shown instead of a series page. The only book of a
 * series is not a one-shot if its number or the metadata suggest that there are more books.
 */
export function getOnlyBook<Book extends Pick<Schemas['Book'], 'numberFrom' | 'number'>>(
  { bookCount, metadata }: Series,
  books: readonly Book[],
): Book | undefined {
  const [book] = books
  if (bookCount !== 1 || !book) return undefined
  const { status, totalVolumeCount, totalChapterCount } = metadata
  const isAllThereIs = totalVolumeCount === 1 || totalChapterCount === 1
  if (isAllThereIs) return book
  const isCounted = (book.numberFrom ?? book.number) !== null
  const isMore = [totalVolumeCount, totalChapterCount].some((total) => total !== null && total > 1)
  return isCounted || isMore || status === 'ongoing' ? undefined : book
}
