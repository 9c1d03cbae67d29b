import type { BookByContent } from '../../../catalog/books/scanned/book-moves'

type Place = Pick<BookByContent, 'path'>

/**
 * The copy that continues a book: the only one, or the one with the most similar path. Undefined if
 * several are equally similar; a person then has to decide.
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

/** The path of a displaced book ends with `//` and its number. */
const getNames = ({ path }: Place) => path.split('//')[0]!.split('/').toReversed()

function countEqualEnds(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((name, i) => name !== other[i])
  return end === -1 ? one.length : end
}
