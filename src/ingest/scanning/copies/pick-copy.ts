import type { BookByContent } from '../../../catalog/books/scanned/book-moves'

type Place = Pick<BookByContent, 'path'>

/**
 * Returns the copy that continues a book: the only copy, or the one with the most similar path.
 * Returns undefined if several copies are equally similar or none is similar, so that a user has to
 * decide.
 */
export function pickCopy<Copy extends Place>(
  book: Place,
  copies: readonly Copy[],
): Copy | undefined {
  if (copies.length <= 1) return copies[0]
  const names = getNames(book)
  const best = Math.max(...copies.map((copy) => countEqualEnds(names, getNames(copy))))
  const similar = copies.filter((copy) => countEqualEnds(names, getNames(copy)) === best)
  return best > 0 && similar.length === 1 ? similar[0] : undefined
}

/** Lists the names in a path, last first. Omits the `//` and number of a displaced book. */
const getNames = ({ path }: Place) => path.split('//')[0]!.split('/').toReversed()

function countEqualEnds(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((name, i) => name !== other[i])
  return end === -1 ? one.length : end
}
