/** Computes KOReader document IDs for books that were scanned before Quire stored them. */
import { listBooksWithoutDocument, storeDocument } from '../../../catalog/books/documents'
import type { Context } from '../../../context'
import { applyWaitingPositions } from '../../../reading/progress/clients/waiting-positions'
import type { FileReaders } from './file-readers'

const booksPerPage = 100

/** Can be interrupted and resumed: stored results are not computed again. */
export async function hashDocuments(ctx: Context, readers: FileReaders, signal: AbortSignal) {
  for (let after = 0; ;) {
    const page = await listBooksWithoutDocument(ctx.heavy, { after, limit: booksPerPage })
    const hashed = await readers.hashDocuments(page.map((book) => `${book.rootPath}/${book.path}`))
    signal.throwIfAborted()
    const found = page.flatMap(({ n, path }, place) => {
      const file = hashed[place]
      return file ? [{ n, path, ...file }] : []
    })
    if (found.length > 0)
      await ctx.writeBulk(async (tx) => {
        for (const document of found) await storeDocument(tx, document)
        const ns = found.map(({ n }) => n)
        await applyWaitingPositions(ctx, tx, ns)
      })
    if (page.length < booksPerPage) return
    after = page.at(-1)!.n
  }
}
