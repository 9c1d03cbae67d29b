/** Reads KOReader's `statistics.sqlite3`: where someone was last in each book. */
import { yieldToEventLoop } from '../../../../../platform/lib/yield'
import type { ForeignDatabase } from '../../foreign-database'
import { asId, asInstant, asInteger, asText } from '../../foreign-values'

export interface LastRead {
  title: string
  fraction: number
  at: Date
}

export interface KoreaderStatistics {
  /** By hash. */
  lastRead: Map<string, LastRead>
  /** Times of pages, which do not come along. */
  times: number
}

const maxBooks = 100_000
const rowsAtOnce = 1000

export async function readKoreaderStatistics(db: ForeignDatabase): Promise<KoreaderStatistics> {
  db.require({ book: ['id', 'md5'], page_stat_data: ['id_book', 'page', 'start_time'] }, '?')
  const books = listBooks(db)
  const lastRead = new Map<string, LastRead>()
  let times = 0
  const columns = ['id_book', 'page', 'start_time', 'total_pages'] as const
  for (const row of db.rows('page_stat_data', columns)) {
    if (++times % rowsAtOnce === 0) await yieldToEventLoop()
    const book = books.get(asId(row.id_book) ?? '')
    const at = asInstant(row.start_time)
    const [page, total] = [asInteger(row.page), asInteger(row.total_pages)]
    if (!book || at === null || page === null || total === null || page < 1 || total < 1) continue
    const known = lastRead.get(book.hash)
    // A file that changed has several rows of one hash.
    if (known && known.at >= at) continue
    lastRead.set(book.hash, { title: book.title, fraction: Math.min(page / total, 1), at })
  }
  return { lastRead, times }
}

function listBooks(db: ForeignDatabase) {
  const books = new Map<string, { hash: string; title: string }>()
  for (const row of db.rows('book', ['id', 'md5', 'title'])) {
    const [id, hash] = [asId(row.id), asText(row.md5, 40)]
    if (id === null || hash === null || !/^[0-9a-f]{32}$/i.test(hash)) continue
    if (books.size === maxBooks) return books
    books.set(id, { hash: hash.toLowerCase(), title: asText(row.title, 500) ?? '' })
  }
  return books
}
