/**
 * Queues and caches rendered pages. A page that is requested several times at once is rendered only
 * once, by a decoder (`media/image/resize-image.ts`, `media/pdf/`). Each server has one queue.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../platform/config/model'
import type { Context } from '../../context'
import { decoder, type DecoderSettings } from '../../media/decoding/decoder'
import type { Tasks } from '../../media/decoding/tasks'
import type { BookFormat } from '../../media/contents/contents'
import { getSetting } from '../../platform/settings/settings'
import { counters } from '../../platform/metrics/registry'
import { PageCache } from './cache/page-cache'
import { convertDecodeError, RecentFailures } from './page-errors'
import { SharedWork } from './shared-work'
import { Semaphore } from '../../platform/lib/semaphore'
import { PageExtractions } from './page-extraction'

type QueueContext = Pick<Context, 'config' | 'clock' | 'db'>
type Log = Pick<Context['log'], 'debug'>

/** Rendered pages are rarely larger. If they are, the excess is counted afterwards. */
const reservedBytes = 1 << 20

export interface RenderJob {
  /** File name in the cache. */
  name: string
  signal: AbortSignal
  make(target: string, run: RunDecoder): Promise<{ bytes: number }>
}

/** Runs a decoder task for a waiting request. */
type RunDecoder = <Name extends 'page' | 'pdfPage' | 'mosaic'>(
  task: Name,
  ask: Tasks[Name]['ask'],
) => Promise<Tasks[Name]['answer']>

export class RenderQueue {
  readonly cache: PageCache
  readonly extractions: PageExtractions
  readonly failures: RecentFailures
  /** Limits unpacking of compressed pages in memory. */
  readonly inflating = new Semaphore(4, 200)
  readonly #slots: Semaphore
  readonly #shared = new SharedWork<void>()
  readonly #decoders: DecoderSettings

  constructor({ config, clock, db }: QueueContext) {
    const { data_dir: dataFolder, thumbnails } = config
    this.failures = new RecentFailures(clock)
    this.#decoders = thumbnails
    const children =
      thumbnails.workers > 0 ? thumbnails.workers : Math.min(4, availableParallelism())
    this.cache = new PageCache(
      join(dataFolder, 'cache', 'pages'),
      async () => (await getSetting({ config, db }, 'pages.cache_mb')) * 1024 * 1024,
    )
    this.#slots = new Semaphore(children, 200)
    // Extraction can take a long time, so one decoder is kept free for short tasks.
    const turns = new Semaphore(Math.max(1, children - 1), 50)
    this.extractions = new PageExtractions({ cache: this.cache, turns, decoders: this.#decoders })
  }

  /** Errors are only logged, because the request for the page will report them. */
  prepareDecoder(format: BookFormat, log: Log) {
    decoder(this.#decoders)
      .run('prepare', { format })
      .catch((error: unknown) => log.debug({ err: error }, 'failed to prestart decoder'))
  }

  /** Reads from the cache, or renders once for all waiting requests. */
  async getOrRender(job: RenderJob): Promise<Blob> {
    const { name, signal, make } = job
    return this.getOrCreate(name, () =>
      this.#shared.join(name, signal, (allLeft) =>
        this.#slots.run(allLeft, () => this.#make(name, make)),
      ),
    )
  }

  /** Renders a page that is likely to be requested next, and caches it. */
  async prefetch({ name, make }: Omit<RenderJob, 'signal'>): Promise<void> {
    await this.cache.ready()
    if (this.cache.has(name)) return
    const { signal } = new AbortController()
    await this.#shared.join(name, signal, (allLeft) =>
      this.#slots.run(allLeft, () => this.#make(name, make, { first: false })),
    )
  }

  /** Reads from the cache, or calls `create` first. */
  async getOrCreate(name: string, create: () => Promise<void>): Promise<Blob> {
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
    for (let tries = 0; tries < 2; tries++) {
      await create()
      const created = await this.cache.find(name)
      if (created) return created
    }
    throw new Error('page cache is too small')
  }

  async #make(name: string, make: RenderJob['make'], { first } = { first: true }) {
    const room = await this.cache.reserve(reservedBytes)
    try {
      const run: RunDecoder = (task, ask) => decoder(this.#decoders).run(task, ask, { first })
      const { bytes } = await make(this.cache.path(name), run)
      await room.wrote(name, bytes)
    } catch (error) {
      throw convertDecodeError(error)
    } finally {
      room.release()
    }
  }
}

const queues = new WeakMap<Config, RenderQueue>()

export function getRenderQueue(ctx: QueueContext): RenderQueue {
  const known = queues.get(ctx.config)
  if (known) return known
  const created = new RenderQueue(ctx)
  queues.set(ctx.config, created)
  return created
}
