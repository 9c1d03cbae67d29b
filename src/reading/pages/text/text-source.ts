/** Finds where the text of a book's pages is: in a PDF itself. */
import { type FilePlace, locateFile } from '../../../catalog/books/files/locate'
import type { Context } from '../../../context'
import type { TextSource } from '../../../media/decoding/tasks'
import { getVersion } from '../render-page'

export interface TextBook extends FilePlace {
  id: string
  format: string | null
}

/** The text of a book as it is now. */
export interface FoundText {
  source: TextSource
  /** Starts with the ID of the book, and differs for each version of the text. */
  version: string
}

/** Returns undefined for books without text besides their pictures. */
export async function findText(
  { db }: Pick<Context, 'db'>,
  book: TextBook,
): Promise<FoundText | undefined> {
  if (book.format !== 'pdf') return undefined
  const file = await locateFile(db, book)
  return { source: { from: 'pdf', path: file.path }, version: getVersion(book, file) }
}
