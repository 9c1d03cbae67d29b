/** Chooses the books of a series to save, in reading order. Pure. */

export type Choice = 'next-3' | 'next-10' | 'unread' | 'all'

interface ListedBook {
  readonly id: string
  readonly readProgress: { readonly completed: boolean } | null
}

const counts: Partial<Record<Choice, number>> = { 'next-3': 3, 'next-10': 10 }

/**
 * Omits books that are already saved, but counts them, so that "the next 3" stay the same books
 * until some are read.
 */
export function chooseBooks<Book extends ListedBook>(
  books: readonly Book[],
  choice: Choice,
  savedIds: ReadonlySet<string>,
): Book[] {
  const wanted =
    choice === 'all' ? books : books.filter(({ readProgress }) => !readProgress?.completed)
  return wanted.slice(0, counts[choice]).filter(({ id }) => !savedIds.has(id))
}
