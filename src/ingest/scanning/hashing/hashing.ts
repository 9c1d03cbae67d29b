/**
 * Hashes files without checksums (PDFs, damaged archives) as a whole, in the background. Hashes
 * only books that have user data or the same size as another book or a purged one. See
 * docs/decisions. Also computes KOReader document IDs for books that were scanned before Quire
 * stored them.
 */
import {
  findIdWithoutContentHash,
  storeContentHash,
} from '../../../catalog/books/scanned/book-moves'
import { listBooksWithoutDocument, storeDocument } from '../../../catalog/books/koreader-documents'
import { isHolding } from '../../../catalog/sharing-tags/hold-series'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { bookUpdated } from '../../../catalog/books/model'
import { bookmarksUpdated } from '../../../reading/bookmarks/model'
import { highlightsUpdated } from '../../../reading/highlights/model'
import { readProgressUpdated } from '../../../reading/progress/model'
import { ratingsUpdated } from '../../../reading/ratings/model'
import { applyWaitingPositions } from '../../../reading/progress/clients/waiting-positions'
import { restoreBooks } from '../purged/preserve'
import { refreshSeriesProgress } from '../../../reading/progress/series/series-progress'
import { enqueueMerge } from '../copies/merge-copies'
import { findSeriesIdsByBooks } from '../queries'
import { listBooksToHash } from './hashing-queries'
import { joinWaitingFactsJob } from '../../importing/model'
import { FileReaders } from '../read/file-readers'
import { hashBooksJob } from '../model'

const booksPerPage = 100
/** Allows for a slow network drive. */
const fileTimeoutMs = 600_000

/** At most one such job exists, so enqueueing again is cheap. */
export async function enqueueHashing(ctx: Context, tx: Tx) {
  await ctx.queue.enqueue(tx, hashBooksJob, {}, { key: 'hash-books', priority: -20, again: true })
}

/**
 * Starts hashing books when they gain user data, so that their hashes are stored before their files
 * move. Returns a function that unsubscribes.
 */
export function startHashingOnUse(ctx: Context) {
  const onBookUsed = async ({ bookId }: { bookId: string }) => {
    if ((await findIdWithoutContentHash(ctx.db, bookId)) === undefined) return
    await ctx.write((tx) => enqueueHashing(ctx, tx))
  }
  const unsubscribes = [
    ctx.bus.subscribeToOwn(readProgressUpdated, onBookUsed),
    ctx.bus.subscribeToOwn(bookUpdated, onBookUsed),
    ctx.bus.subscribeToOwn(bookmarksUpdated, onBookUsed),
    ctx.bus.subscribeToOwn(highlightsUpdated, onBookUsed),
    // The books of a rated series are hashed after the next scan.
    ctx.bus.subscribeToOwn(ratingsUpdated, async ({ bookId }) => {
      if (bookId !== undefined) await onBookUsed({ bookId })
    }),
    ctx.bus.subscribeToGaps(() => ctx.write((tx) => enqueueHashing(ctx, tx))),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

export async function hashBooks(ctx: Context, signal: AbortSignal) {
  signal.throwIfAborted()
  using readers = new FileReaders(1, fileTimeoutMs)
  const stopReaders = () => readers[Symbol.dispose]()
  signal.addEventListener('abort', stopReaders, { once: true })
  await hashDocuments(ctx, readers, signal)
  for (let after = 0; ;) {
    const books = await listBooksToHash(ctx.heavy, { after, limit: booksPerPage })
    for (const { n, rootPath, path } of books) {
      const [hashed] = await readers.hashFiles([`${rootPath}/${path}`])
      signal.throwIfAborted()
      const { content, size, modifiedAtMs } = hashed ?? { content: null, size: 0, modifiedAtMs: 0 }
      if (content !== null) {
        await ctx.writeBulk(async (tx) => {
          await storeContentHash(tx, { n, size, modifiedAtMs, content })
          // The hash may match preserved data of a purged book.
          await restoreBooks(ctx, tx, [n])
          await refreshSeriesProgress(tx, await findSeriesIdsByBooks(tx, [n]))
          await enqueueMerge(ctx, tx)
        })
      }
    }
    if (books.length < booksPerPage) break
    after = books.at(-1)!.n
  }
  await enqueueRelease(ctx)
}

/**
 * Enqueues the job that releases held series. Series are held back until it is certain that their
 * books are not purged ones.
 */
async function enqueueRelease(ctx: Context) {
  if (!(await isHolding(ctx.db))) return
  const options = { key: joinWaitingFactsJob.kind, again: true }
  await ctx.write((tx) => ctx.queue.enqueue(tx, joinWaitingFactsJob, {}, options))
}

/**
 * Computes KOReader document IDs for books that were scanned before Quire stored them. Can be
 * interrupted and resumed: stored results are not computed again.
 */
async function hashDocuments(ctx: Context, readers: FileReaders, signal: AbortSignal) {
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
