/**
 * Files that say nothing of themselves (PDFs, damaged archives) are known by every byte or not at all.
 * That is read in the background, for those books only that mean something to somebody, and for those
 * that have the size of another one. See docs/decisions.
 */
import { findUntoldId, storeHash } from '../../../catalog/books/scanned/moves'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { bookUpdated } from '../../../catalog/books/model'
import { readProgressUpdated } from '../../../reading/progress/model'
import { giveReadingBack } from '../../../reading/progress/kept'
import { refreshSeriesProgress } from '../../../reading/progress/refresh'
import { listUntold, seriesOfBooks } from '../queries'
import { Readers } from './reader'
import { hashBooksJob } from '../model'
import { breathe } from '../run'

const rowsAtOnce = 100
/** At the pace of a slow network drive. */
const fileTimeoutMs = 600_000

/** Cheap: one such job at a time, and asking again changes nothing. */
export async function askForHashes(ctx: Context, tx: Tx) {
  await ctx.queue.enqueue(tx, hashBooksJob, {}, { key: 'hash-books', priority: -20, again: true })
}

/** Books get a meaning while they are read: what tells whose file it is must be known before it moves. */
export function startHashing(ctx: Context) {
  const told = async ({ bookId }: { bookId: string }) => {
    if ((await findUntoldId(ctx.db, bookId)) === undefined) return
    await ctx.write((tx) => askForHashes(ctx, tx))
  }
  const stops = [
    ctx.bus.subscribeToOwn(readProgressUpdated, told),
    ctx.bus.subscribeToOwn(bookUpdated, told),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

export async function hashBooks(ctx: Context, signal: AbortSignal) {
  signal.throwIfAborted()
  using readers = new Readers(1, fileTimeoutMs)
  const end = () => readers[Symbol.dispose]()
  signal.addEventListener('abort', end, { once: true })
  for (let after = 0; ;) {
    const books = await listUntold(ctx.heavy, { after, limit: rowsAtOnce })
    for (const { n, rootPath, path } of books) {
      const [whole] = await readers.readWhole([`${rootPath}/${path}`])
      signal.throwIfAborted()
      const { content, size, modifiedAtMs } = whole ?? { content: null, size: 0, modifiedAtMs: 0 }
      if (content !== null) {
        await ctx.writeBulk(async (tx) => {
          await storeHash(tx, { n, size, modifiedAtMs, content })
          // Now it is known whose it is, and whether somebody has read it already.
          await giveReadingBack(tx, [n])
          await refreshSeriesProgress(tx, await seriesOfBooks(tx, [n]))
        })
      }
      await breathe()
    }
    if (books.length < rowsAtOnce) return
    after = books.at(-1)!.n
  }
}
