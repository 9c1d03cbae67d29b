/**
 * Extracts pages from archives into the cache. A solid archive is unpacked once for all waiting
 * requests, each of which gets its page as soon as it is ready.
 */
import type { StoredPage } from '../../catalog/books/schema'
import { decoder, type DecoderSettings } from '../../media/decoding/decoder'
import { Refusal } from '../../errors'
import type { Db } from '../../platform/db/store'
import type { UnpackedPage } from '../../media/decoding/unpack-pages'
import type { PageCache, Reservation } from './cache/page-cache'
import { convertDecodeError, createDamagedError } from './page-errors'
import { listStoredPages } from './queries'
import { waitOrAbort } from './shared-work'
import { Cancelled, type Semaphore } from '../../platform/lib/semaphore'

/** A page in an archive whose entries cannot be read individually by the server. */
export interface ArchivedPage {
  /** Row number of the book. */
  n: number
  /** Identifies the book and the version of its file. */
  version: string
  path: string
  entry: number
}

interface ExtractionOptions {
  db: Db
  cache: PageCache
  slots: Semaphore
  decoders: DecoderSettings
}

/** If this many passes end without the page, it is considered damaged. */
const maxPasses = 3
const maxSingle = 1000
/**
 * Maximum fraction of the cache that one archive can fill, so that it does not evict all other
 * books.
 */
const maxShare = 0.5

export const getEntryCacheName = ({ version, entry }: Pick<ArchivedPage, 'version' | 'entry'>) =>
  `${version}-e${entry}`

export class PageExtractions {
  readonly #options: ExtractionOptions
  readonly #passes = new Map<string, ExtractionPass>()
  /** Versions of books whose pages can be unpacked individually. */
  readonly #single = new Set<string>()

  constructor(options: ExtractionOptions) {
    this.#options = options
  }

  /** Resolves when the page is in the cache; rejects with the reason if it cannot be extracted. */
  async extract(page: ArchivedPage, signal: AbortSignal): Promise<void> {
    for (let attempt = 0; attempt < maxPasses; attempt++) {
      const key = this.#single.has(page.version) ? getEntryCacheName(page) : page.version
      const pass = this.#passes.get(key) ?? this.#start(key, page)
      if (await pass.wait(page.entry, signal)) return
    }
    throw createDamagedError()
  }

  #start(key: string, page: ArchivedPage): ExtractionPass {
    const pass = new ExtractionPass()
    this.#passes.set(key, pass)
    void this.#options.slots
      .run(pass.abandoned, () => this.#unpack(pass, page))
      .catch((error: unknown) => {
        if (!(error instanceof Cancelled)) pass.failAll(error)
      })
      .finally(() => {
        this.#passes.delete(key)
        pass.end()
      })
    return pass
  }

  async #unpack(pass: ExtractionPass, { n, version, path, entry: first }: ArchivedPage) {
    const { db, cache, decoders } = this.#options
    await cache.ready()
    const pages = listMissingPages(cache, await listStoredPages(db, n), { version, entry: first })
    const reservation = await cache.reserve(pages.reduce((sum, { size }) => sum + size, 0))
    const pending: Promise<void | { error: unknown }>[] = []
    const onProgress = (page: UnpackedPage) => {
      const stored = storePage(pass, page, { version, reservation })
      pending.push(stored.catch((error: unknown) => ({ error })))
    }
    try {
      const ask = {
        path,
        entries: pages.flatMap(({ entry }) => entry ?? []),
        first,
        prefix: cache.path(version),
      }
      const found = await decoder(decoders).run('unpack', ask, { first: true, onProgress })
      if (found === 'single') this.#remember(version)
    } catch (error) {
      throw convertDecodeError(error)
    } finally {
      const ended = await Promise.all(pending)
      reservation.release()
      for (const failure of ended) if (failure) pass.failAll(failure.error)
    }
  }

  #remember(version: string) {
    this.#single.add(version)
    const [oldest] = this.#single
    if (this.#single.size > maxSingle && oldest) this.#single.delete(oldest)
  }
}

async function storePage(
  pass: ExtractionPass,
  page: UnpackedPage,
  { version, reservation }: { version: string; reservation: Reservation },
) {
  if ('bytes' in page) {
    // Notifies the waiting requests first, so that they do not wait for cache eviction.
    pass.addPage(page.entry)
    await reservation.addFile(getEntryCacheName({ version, entry: page.entry }), page.bytes)
  } else pass.failed(page.entry, new Refusal('not_found', page.message))
}

/**
 * Lists the requested page and the pages that are missing from the cache, up to the allowed size.
 * Pages after the requested one take precedence.
 */
function listMissingPages(
  cache: PageCache,
  pages: readonly StoredPage[],
  { version, entry }: Pick<ArchivedPage, 'version' | 'entry'>,
): StoredPage[] {
  const packed = pages.filter((page) => page.entry !== undefined)
  const first = Math.max(
    0,
    packed.findIndex((page) => page.entry === entry),
  )
  let bytes = 0
  const isWanted = (page: StoredPage) => {
    if (page.entry === entry) return true
    if (cache.has(getEntryCacheName({ version, entry: page.entry! }))) return false
    bytes += page.size
    return bytes <= cache.maxBytes * maxShare
  }
  const wanted = new Set([...packed.slice(first), ...packed.slice(0, first)].filter(isWanted))
  return packed.filter((page) => wanted.has(page))
}

/** One decoder pass over an archive, and the requests waiting for its pages. */
class ExtractionPass {
  readonly #outcomes = new Map<number, true | { error: unknown }>()
  readonly #waiting = new Map<number, PromiseWithResolvers<boolean>>()
  readonly #controller = new AbortController()
  #waiters = 0
  #ended = false

  /** Aborted when no requests are waiting anymore. */
  get abandoned() {
    return this.#controller.signal
  }

  /** Resolves to true if the page is available, and to false if the pass ended without it. */
  async wait(entry: number, signal: AbortSignal): Promise<boolean> {
    const outcome = this.#outcomes.get(entry)
    if (outcome === true) return true
    if (outcome) throw outcome.error
    if (this.#ended) return false
    const waiting = this.#waiting.get(entry) ?? Promise.withResolvers<boolean>()
    // Prevents an unhandled rejection if the last waiting request has left before the pass fails.
    waiting.promise.catch(() => undefined)
    this.#waiting.set(entry, waiting)
    this.#waiters++
    try {
      return await waitOrAbort(waiting.promise, signal)
    } finally {
      this.#waiters--
      if (this.#waiters === 0) this.#controller.abort()
    }
  }

  addPage(entry: number) {
    this.#outcomes.set(entry, true)
    this.#waiting.get(entry)?.resolve(true)
  }

  failed(entry: number, error: unknown) {
    this.#outcomes.set(entry, { error })
    this.#waiting.get(entry)?.reject(error)
  }

  /** Rejects all requests that are still waiting. */
  failAll(error: unknown) {
    for (const entry of this.#waiting.keys())
      if (!this.#outcomes.has(entry)) this.failed(entry, error)
  }

  end() {
    this.#ended = true
    for (const { resolve } of this.#waiting.values()) resolve(false)
  }
}
