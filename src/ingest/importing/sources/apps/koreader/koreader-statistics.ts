/** Reads KOReader's `statistics.sqlite3`: reading times, and the last place in each book. */
import { yieldToEventLoop } from '../../../../../platform/lib/yield'
import { Refusal } from '../../../../../errors'
import { importMessages } from '../../../messages'
import type { ForeignDatabase } from '../../foreign-database'
import { asId, asInstant, asInteger, asText, type Value } from '../../values/foreign-values'

export interface LastRead {
  title: string
  fraction: number
  at: Date
}

export interface KoreaderSession {
  /** In milliseconds since 1970. */
  startedMs: number
  endedMs: number
  activeMs: number
  /** The share of the book that was read, from 0 to 1. */
  share: number
}

export interface KoreaderStatistics {
  /** Keyed by the hash of the file. */
  lastRead: Map<string, LastRead>
  sessions: Map<string, KoreaderSession[]>
}

const maxBooks = 100_000
/** Far more sessions than any person has. Prevents a manipulated file from filling the database. */
const maxSessions = 100_000
const rowsAtOnce = 1000

export async function readKoreaderStatistics(db: ForeignDatabase): Promise<KoreaderStatistics> {
  db.require({ book: ['id', 'md5'], page_stat_data: ['id_book', 'page', 'start_time'] }, '?')
  const books = listBooks(db)
  const reader = new PageReader()
  let count = 0
  let [bookId, book]: [Value, ReadBook | undefined] = [null, undefined]
  const columns = ['id_book', 'page', 'start_time', 'duration', 'total_pages'] as const
  for (const row of db.rows('page_stat_data', columns, { orderBy: ['id_book', 'start_time'] })) {
    if (++count % rowsAtOnce === 0) await yieldToEventLoop()
    if (row.id_book !== bookId) {
      bookId = row.id_book
      book = books.get(asId(bookId) ?? '')
    }
    const at = asInstant(row.start_time)
    const [page, total] = [asInteger(row.page), asInteger(row.total_pages)]
    if (!book || at === null || page === null || total === null || page < 1 || total < 1) continue
    const activeMs = Math.max(asInteger(row.duration) ?? 0, 0) * 1000
    reader.add(book, { startedMs: at.getTime(), activeMs, page, total })
  }
  return reader.end()
}

function listBooks(db: ForeignDatabase) {
  const books = new Map<string, ReadBook>()
  for (const row of db.rows('book', ['id', 'md5', 'title'])) {
    const [id, hash] = [asId(row.id), asText(row.md5, 40)]
    if (id === null || hash === null || !/^[0-9a-f]{32}$/i.test(hash)) continue
    if (books.size === maxBooks) return books
    books.set(id, { hash: hash.toLowerCase(), title: asText(row.title, 500) ?? '' })
  }
  return books
}

interface ReadBook {
  hash: string
  title: string
}

interface ReadPage {
  startedMs: number
  activeMs: number
  page: number
  /** The number of pages at that time, which depends on the font. */
  total: number
}

/** A longer pause begins another session. */
const pauseMs = 10 * 60_000
const maxSessionMs = 12 * 3_600_000

/** Processes the pages of each book in chronological order. */
class PageReader {
  readonly #lastRead = new Map<string, LastRead>()
  readonly #sessions = new Map<string, KoreaderSession[]>()
  #count = 0
  #book: ReadBook | undefined
  #current: KoreaderSession | undefined
  readonly #pages = new Set<number>()

  add(book: ReadBook, read: ReadPage) {
    const { startedMs, page, total } = read
    const known = this.#lastRead.get(book.hash)
    // Several rows of the table `book` can have the same hash, so a later row can contain earlier
    // times.
    if (!known || known.at.getTime() < startedMs) {
      const fraction = Math.min(page / total, 1)
      this.#lastRead.set(book.hash, { title: book.title, fraction, at: new Date(startedMs) })
    }
    if (book !== this.#book || !this.#current || !continues(this.#current, read))
      this.#begin(book, read)
    this.#extend(this.#current!, read)
  }

  #begin(book: ReadBook, { startedMs }: ReadPage) {
    this.#end()
    this.#book = book
    this.#pages.clear()
    this.#current = { startedMs, endedMs: startedMs, activeMs: 0, share: 0 }
  }

  #extend(session: KoreaderSession, { startedMs, activeMs, page, total }: ReadPage) {
    const latestMs = session.startedMs + maxSessionMs
    session.endedMs = Math.min(Math.max(session.endedMs, startedMs + activeMs), latestMs)
    session.activeMs += activeMs
    if (this.#pages.has(page)) return
    this.#pages.add(page)
    session.share = Math.min(session.share + 1 / total, 1)
  }

  #end() {
    const [book, session] = [this.#book, this.#current]
    if (!book || !session || session.activeMs === 0) return
    if (++this.#count > maxSessions) {
      throw new Refusal('too_large', importMessages.too_many_entries({ max: maxSessions }))
    }
    session.activeMs = Math.min(session.activeMs, session.endedMs - session.startedMs)
    const known = this.#sessions.get(book.hash)
    if (known) known.push(session)
    else this.#sessions.set(book.hash, [session])
  }

  end(): KoreaderStatistics {
    this.#end()
    return { lastRead: this.#lastRead, sessions: this.#sessions }
  }
}

const continues = ({ startedMs, endedMs }: KoreaderSession, read: ReadPage) =>
  read.startedMs - endedMs <= pauseMs && read.startedMs - startedMs < maxSessionMs
