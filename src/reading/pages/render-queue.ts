/**
 * Queues decoder tasks that render, resize or extract pages or read their text, and caches the
 * results. A result that several requests wait for is created only once, by a decoder
 * (`media/image/resize-image.ts`, `media/pdf/`). Each server has one queue.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../platform/config/model'
import type { Context } from '../../context'
import { decoder, type DecoderSettings } from '../../media/decoding/decoder'
import type { Tasks } from '../../media/decoding/tasks'
import type { BookFormat } from '../../media/contents/contents'
import type { Recipient } from '../../platform/http/responses/content'
import { getSetting } from '../../platform/settings/settings'
import { getStorage } from '../../platform/storage/open-storage'
import type { FileStorage } from '../../platform/storage/storage'
import { counters } from '../../platform/metrics/registry'
import { PageCache } from './cache/page-cache'
import { convertDecodeError, RecentFailures } from './page-errors'
import { SharedWork } from './shared-work'
import { Semaphore } from '../../platform/lib/semaphore'
import { type ArchivedPage, getEntryCacheName, PageExtractions } from './page-extraction'
import { bookMessages } from '../../catalog/books/messages'
import { Refusal } from '../../errors'

type QueueContext = Pick<Context, 'config' | 'clock' | 'db'>
type Log = Pick<Context['log'], 'debug'>

/**
 * Number of bytes to reserve for a page. Rendered pages are rarely larger. If one is, the excess is
 * counted afterwards.
 */
const reservedBytes = 1 << 20

type TextTask = 'pageTexts' | 'bookText' | 'pdfOutline'
type RenderTask = 'page' | 'pdfPage' | 'mosaic' | TextTask

const textTasks: ReadonlySet<RenderTask> = new Set(['pageTexts', 'bookText', 'pdfOutline'])

type AskOf<Task extends RenderTask> = Omit<Tasks[Task]['ask'], 'target'>

/** A task for a decoder, whose result is kept in the cache. */
export interface RenderJob<Task extends RenderTask> {
  /** File name in the cache. */
  name: string
  task: Task
  ask: AskOf<Task> | ((paths: string[]) => AskOf<Task> | Promise<AskOf<Task>>)
  /** Keys of files in the storage. `ask` receives the paths of local copies. */
  stored?: readonly string[]
  /** A page to extract to the cache first, because the decoder reads it from there. */
  extracted?: ArchivedPage | undefined
}

export class RenderQueue {
  readonly cache: PageCache
  readonly failures: RecentFailures
  /** Limits how many compressed pages are unpacked in memory at the same time. */
  readonly inflating = new Semaphore(4, 200)
  readonly #slots: Semaphore
  /**
   * Separate from `#slots`, because reading text takes milliseconds and should not wait for images
   * that are being prefetched.
   */
  readonly #textSlots: Semaphore
  readonly #extractions: PageExtractions
  readonly #shared = new SharedWork<void>()
  readonly #decoders: DecoderSettings
  readonly #storage: FileStorage

  constructor({ config, clock, db }: QueueContext) {
    const { data_dir: dataFolder, thumbnails } = config
    this.failures = new RecentFailures(clock)
    this.#decoders = thumbnails
    this.#storage = getStorage(config)
    const children =
      thumbnails.workers > 0 ? thumbnails.workers : Math.min(4, availableParallelism())
    this.cache = new PageCache(
      join(dataFolder, 'cache', 'pages'),
      async () => (await getSetting({ config, db }, 'pages.cache_mb')) * 1024 * 1024,
    )
    this.#slots = new Semaphore(children, 200)
    this.#textSlots = new Semaphore(children, 200)
    // Extraction can take a long time, so one decoder is kept free for short tasks.
    const extractionSlots = new Semaphore(Math.max(1, children - 1), 50)
    this.#extractions = new PageExtractions({
      db,
      cache: this.cache,
      slots: extractionSlots,
      decoders: this.#decoders,
    })
  }

  /**
   * Starts a decoder in advance. Errors are only logged, because the request for the page will
   * report them.
   */
  prepareDecoder(format: BookFormat, log: Log) {
    decoder(this.#decoders)
      .run('prepare', { format })
      .catch((error: unknown) => log.debug({ err: error }, 'failed to prestart decoder'))
  }

  /** Returns the result from the cache, or renders it once for all waiting requests. */
  async render<Task extends RenderTask>(job: RenderJob<Task>, recipient: Recipient): Promise<Blob> {
    return this.#getOrCreate(job.name, () => this.#join(job, recipient.signal))
  }

  /** Renders a page that is likely to be requested next, and caches it. */
  async prefetch<Task extends RenderTask>(job: RenderJob<Task>): Promise<void> {
    await this.cache.ready()
    if (this.cache.has(job.name)) return
    await this.#join(job, new AbortController().signal, { first: false })
  }

  /** Returns the page from the cache, or extracts it for all waiting requests. */
  async extract(page: ArchivedPage, recipient: Recipient): Promise<Blob> {
    return this.#getOrCreate(getEntryCacheName(page), () =>
      this.#extractions.extract(page, recipient.signal),
    )
  }

  /** Returns a file from the cache. Calls `create` if it does not exist. */
  async #getOrCreate(name: string, create: () => Promise<void>): Promise<Blob> {
    const found = await this.cache.find(name)
    counters.cacheLookups.inc({ cache: 'pages', result: found ? 'hit' : 'miss' })
    if (found) return found
    this.failures.check(name)
    try {
      return await this.#createAndFind(name, create)
    } catch (error) {
      this.failures.remember(name, error)
      throw error
    }
  }

  /** Tries twice, because a very small cache may evict the file before it is read. */
  async #createAndFind(name: string, create: () => Promise<void>): Promise<Blob> {
    for (let attempt = 0; attempt < 2; attempt++) {
      await create()
      const created = await this.cache.find(name)
      if (created) return created
    }
    throw new Error('page cache is too small')
  }

  /** Waits for the job with this name if it is already running, or else starts it. */
  #join<Task extends RenderTask>(
    job: RenderJob<Task>,
    signal: AbortSignal,
    options = { first: true },
  ): Promise<void> {
    const slots = textTasks.has(job.task) ? this.#textSlots : this.#slots
    return this.#shared.join(job.name, signal, (abandoned) =>
      slots.run(abandoned, () => this.#make(job, abandoned, options)),
    )
  }

  async #make<Task extends RenderTask>(
    { name, task, ask, stored = [], extracted }: RenderJob<Task>,
    signal: AbortSignal,
    options: { first: boolean },
  ) {
    const reservation = await this.cache.reserve(reservedBytes)
    try {
      if (extracted) await this.extract(extracted, { signal })
      await using files = await openStoredFiles(this.#storage, stored)
      const given = typeof ask === 'function' ? await ask(files.paths) : ask
      const complete = { ...given, target: this.cache.path(name) } as Tasks[Task]['ask']
      const { bytes } = await decoder(this.#decoders).run(task, complete, options)
      await reservation.addFile(name, bytes)
    } catch (error) {
      throw convertDecodeError(error)
    } finally {
      reservation.release()
    }
  }
}

/** Creates a job that resizes an image in the storage. */
export const renderStoredPicture = (
  name: string,
  key: string,
  form: AskOf<'page'>['form'],
): RenderJob<'page'> => ({
  name,
  task: 'page',
  stored: [key],
  ask: ([path]) => ({ source: { from: 'file', path: path! }, form }),
})

const queues = new WeakMap<Config, RenderQueue>()

export function getRenderQueue(ctx: QueueContext): RenderQueue {
  const known = queues.get(ctx.config)
  if (known) return known
  const created = new RenderQueue(ctx)
  queues.set(ctx.config, created)
  return created
}

interface StoredFiles extends AsyncDisposable {
  paths: string[]
}

/** Opens local copies of stored files. Throws a `Refusal` if one is missing. */
async function openStoredFiles(
  storage: FileStorage,
  keys: readonly string[],
): Promise<StoredFiles> {
  await using opened = new AsyncDisposableStack()
  const paths: string[] = []
  for (const key of keys) {
    const file = await storage.getLocal(key)
    if (!file) throw new Refusal('unavailable', bookMessages.file_unreadable())
    opened.use(file)
    paths.push(file.path)
  }
  const files = opened.move()
  return { paths, [Symbol.asyncDispose]: () => files.disposeAsync() }
}
