/** Locates the text of a book's pages: in a PDF itself, or in a file next to a comic. */
import { type FilePlace, type FoundFile, locateFile } from '../../../catalog/books/files/locate'
import { findTextFile } from '../../../catalog/sidecars/service'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { TextSource } from '../../../media/decoding/tasks'
import { listStoredPages } from '../queries'
import { buildCacheName } from '../render-page'

export interface TextBook extends FilePlace {
  n: number
  id: string
  format: string | null
  size: number
  modifiedAtMs: number
}

/** The current text of a book. */
export interface FoundText {
  /** Starts with the ID of the book, and is different for each version of the text. */
  version: string
  getSource(): Promise<TextSource>
}

type TextContext = Pick<Context, 'db'>

/** Returns undefined for a book that is not a PDF and has no text file next to it. */
export async function findText(ctx: TextContext, book: TextBook): Promise<FoundText | undefined> {
  if (book.format !== 'pdf') return findTextBeside(ctx, book)
  const file = await locateFile(ctx.db, book)
  return {
    version: buildCacheName(book, file),
    getSource: async () => ({ from: 'pdf', path: file.path }),
  }
}

async function findTextBeside({ db }: TextContext, book: TextBook): Promise<FoundText | undefined> {
  const relativePath = await findTextFile(db, book)
  const file = relativePath && (await locateIfPresent({ db }, { ...book, relativePath }))
  if (!file) return undefined
  // The version also depends on the book file, because the text is assigned to pages by their
  // names.
  const ofBook = { size: book.size, mtimeMs: book.modifiedAtMs }
  const version = buildCacheName(book, ofBook, file)
  const listNames = async () => (await listStoredPages(db, book.n)).map(({ name }) => name)
  return {
    version,
    getSource: async () => ({ from: 'mokuro', path: file.path, pages: await listNames() }),
  }
}

/** If the file was removed after the last scan, there is no text. */
async function locateIfPresent(
  { db }: TextContext,
  place: FilePlace,
): Promise<FoundFile | undefined> {
  try {
    return await locateFile(db, place)
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'not_found') return undefined
    throw error
  }
}
