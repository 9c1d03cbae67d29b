/** Downloads all books of a series or reading list as one ZIP file. */
import { basename } from 'node:path'
import { omitUnknownFiles } from '../../catalog/books/files/book-with-file'
import { type Part, createZipContent } from '../../catalog/books/files/zip-content'
import { getReadingList, listReadingListIds } from '../../catalog/reading-lists/service'
import type { Context } from '../../context'
import { notFound } from '../../errors'
import type { Content } from '../../platform/http/responses/content'
import { getIdentity } from '../../catalog/series/service'
import type { Viewer } from '../../accounts/permissions/model'
import {
  type BookFileRow,
  findSeriesTitle,
  listFilesByIds,
  listSeriesFiles,
  listStoredPages,
} from './queries'
import { pageMessages } from './messages'

export async function downloadSeries(ctx: Context, viewer: Viewer, id: string): Promise<Content> {
  await getIdentity(ctx.db, viewer, id)
  const books = await omitUnknownFiles(ctx.db, viewer, await listSeriesFiles(ctx.db, id))
  if (books.length === 0) throw notFound(pageMessages.series_empty())
  return createZipContent(ctx, {
    name: `${await findSeriesTitle(ctx.db, id)}.zip`,
    parts: listParts(ctx, nameBooks(books)),
  })
}

/**
 * Creates a ZIP file of the visible books. Their names start with their position in the list,
 * because apps sort files by name.
 */
export async function downloadReadingList(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<Content> {
  const { name } = await getReadingList(ctx, viewer, id)
  const ids = await listReadingListIds(ctx, viewer, id)
  const visible = await listFilesByIds(ctx.heavy, viewer, ids)
  const found = new Map<string, BookFileRow>(
    (await omitUnknownFiles(ctx.db, viewer, visible)).map((book) => [book.id, book]),
  )
  const books = ids.flatMap((bookId) => found.get(bookId) ?? [])
  if (books.length === 0) throw notFound(pageMessages.list_empty())
  const digits = String(books.length).length
  const named = books.map((book, index) => {
    const place = String(index + 1).padStart(digits, '0')
    return { ...book, name: `${place} - ${basename(book.relativePath)}` }
  })
  return createZipContent(ctx, { name: `${name}.zip`, parts: listParts(ctx, named) })
}

/**
 * Lists the files for the ZIP file. The pages of image folders are listed one folder at a time,
 * because there can be very many.
 */
async function* listParts(
  ctx: Context,
  books: readonly (BookFileRow & { name: string })[],
): AsyncGenerator<Part> {
  for (const { n, id: _id, format, relativePath, name, ...place } of books) {
    if (format !== 'folder') yield { name, relativePath, ...place }
    else {
      for (const page of await listStoredPages(ctx.db, n)) {
        const path = `${relativePath}/${page.name}`
        yield { name: `${name}/${page.name}`, relativePath: path, ...place }
      }
    }
  }
}

function nameBooks(books: readonly BookFileRow[]) {
  const taken = new Set<string>()
  return books.map((book) => ({ ...book, name: getUniqueName(basename(book.relativePath), taken) }))
}

/** Adds a number, such as in "name (2)", if another book has the same name, ignoring case. */
function getUniqueName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) {
    free = `${stem} (${number})${extension}`
  }
  taken.add(free.toLowerCase())
  return free
}
