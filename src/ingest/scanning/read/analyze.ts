/**
 * Phase 3: reads new and changed files. A Worker reads a slice while the previous one is stored.
 */
import { addBooks, markAttempt, resetAttempts } from '../../../catalog/books/scanned/store-books'
import { loadNaming } from '../../../catalog/corrections/load-naming'
import type { Tx } from '../../../platform/db/store'
import { keepsFileOrder, type Naming } from '../../../media/naming/naming'
import { findOrCreateSeries } from '../../../catalog/series/scanned/store-series'
import type { Candidate } from '../match/compare-files'
import { hashCrashingFiles, hashSuspects } from './hash-suspects'
import { buildSeriesDraft, buildInitialTitle } from './series-draft'
import { recordBooks } from '../journal/journal'
import { type FinalResult, decodeNativeFiles } from './native-decoding'
import { refreshCounts, requireUnchangedPlaces, type Root, type Run, type RootScan } from '../run'
import {
  isGivenUp,
  recomputeSeriesMetadata,
  type OpenedFile,
  type ReadSlice,
  storeSlice,
} from './store-slice'
import { libraryUpdated } from '../../../catalog/libraries/model'
import { seriesCreated } from '../../../catalog/series/model'
import { bookCreated } from '../../../catalog/books/model'
import { readMessages } from '../messages'

/** Small enough for writes that take a few milliseconds, large enough to be efficient. */
const sliceSize = 25
/** Maximum number of books for which individual events are published. */
const maxSingleEvents = 200
const maxRetriedCrashes = 1
const recentMs = 5_000
const growthCheckMs = 1_000
const recountIntervalMs = 5_000

interface QueuedFile {
  root: Root
  file: Candidate
}

export class Analysis {
  /** Number of files that are still being written. */
  growingCount = 0
  readonly #run: Run
  readonly #rootScans: RootScan[]
  #publishesEach = false
  #recountedAt = performance.now()
  /** Rows that are marked as being read but do not have a result yet. */
  readonly #inProgress = new Set<number>()
  /** Series that continue in the next slice, so their metadata is not computed yet. */
  #undescribed: ReadonlySet<string> = new Set()

  constructor(run: Run, rootScans: RootScan[]) {
    this.#run = run
    this.#rootScans = rootScans
  }

  async run() {
    const { progress } = this.#run
    const remaining: QueuedFile[] = []
    // A file that crashed a reader is read on its own, so that no other file is suspected.
    const suspects: QueuedFile[] = []
    const crashing: QueuedFile[] = []
    for (const rootScan of this.#rootScans) {
      for (const file of await this.#listFiles(rootScan)) {
        if (file.crashes === 0) remaining.push({ root: rootScan.root, file })
        else
          (file.crashes > maxRetriedCrashes ? crashing : suspects).push({
            root: rootScan.root,
            file,
          })
      }
    }
    progress.filesTotal = remaining.length + suspects.length + crashing.length
    progress.filesProcessed = 0
    this.#publishesEach = progress.filesTotal <= maxSingleEvents
    try {
      const newSuspects = await this.#readQueue(remaining, sliceSize)
      for (const queued of newSuspects) suspects.push(queued)
      await hashSuspects(this.#run, listKnown(suspects))
      await this.#readQueue(suspects, 1)
      await this.#markGivenUp(listKnown(crashing))
    } finally {
      await this.#releaseUnfinished()
    }
  }

  async #listFiles({ root, comparison }: RootScan): Promise<Iterable<Candidate>> {
    const { added, changed, unread, unchanged } = comparison
    const growing = await this.#findGrowing(root, [added, changed])
    this.growingCount += growing.size
    return [added, changed, unread, unchanged]
      .values()
      .flatMap((files) => files.values())
      .filter(({ path }) => !growing.has(path))
  }

  /** Checks recently changed files twice, to see whether they are still growing. */
  async #findGrowing(root: Root, lists: Candidate[][]) {
    const now = Date.now()
    const recent: Candidate[] = []
    for (const file of lists.flat()) {
      if (Math.abs(now - file.modifiedAtMs) < recentMs) recent.push(file)
    }
    if (recent.length === 0) return new Set<string>()
    return new Set(await this.#run.walker.findGrowingFiles(root.path, recent, growthCheckMs))
  }

  /** Reads and stores files in slices. Returns files that crashed a reader for the first time. */
  async #readQueue(queue: QueuedFile[], size: number): Promise<QueuedFile[]> {
    const retries: QueuedFile[] = []
    let storing: Promise<void> = Promise.resolve()
    try {
      for (let from = 0; from < queue.length; from += size) {
        // Otherwise, a power failure would also make the next file a suspect.
        if (size === 1) await storing
        const slice = queue.slice(from, from + size)
        this.#run.progress.currentPath = slice[0]?.file.path ?? null
        const { opened, naming } = await this.#openSlice(slice)
        const unfinishedKey = findNextGroupKey(naming, queue[from + size])
        const reading = this.#readSlice(opened)
        await storing
        storing = reading.then((results) =>
          this.#storeResults({ opened, results, unfinishedKey }, retries),
        )
        // Prevents an unhandled rejection before `storing` is awaited, which throws the error.
        storing.catch(() => undefined)
      }
    } finally {
      await storing
    }
    return retries
  }

  /** Gives up on files that crashed a reader twice, until these files change. */
  async #markGivenUp(opened: OpenedFile[]) {
    const message = readMessages.crashed_twice()
    const results = opened.map(({ n }) => ({ key: n, failed: 'died' as const, message }))
    for (let from = 0; from < opened.length; from += sliceSize) {
      const slice = {
        opened: opened.slice(from, from + sliceSize),
        results: results.slice(from, from + sliceSize),
        unfinishedKey: undefined,
      }
      await this.#storeResults(slice, [])
    }
  }

  /** Inserts rows for new files and records that all files in the slice are about to be read. */
  async #openSlice(slice: QueuedFile[]): Promise<{ opened: OpenedFile[]; naming: Naming }> {
    const { ctx, library, progress, signal } = this.#run
    signal.throwIfAborted()
    return ctx.writeBulk(async (tx) => {
      await progress.requireLive(tx)
      // Users may change the settings during a scan.
      const naming = await loadNaming(tx, library.id)
      const places = slice.map(({ root, file: { n, path } }) => ({ n, root, path }))
      await requireUnchangedPlaces(tx, places)
      const known = listKnown(slice)
      const newFiles = slice.filter(({ file }) => file.n === undefined)
      const added = await this.#insertBooks(tx, newFiles, naming)
      const knownNumbers = known.map(({ n }) => n)
      await markAttempt(tx, knownNumbers)
      const opened = [...added, ...known]
      for (const { n } of opened) this.#inProgress.add(n)
      return { opened, naming }
    })
  }

  async #insertBooks(tx: Tx, slice: QueuedFile[], naming: Naming): Promise<OpenedFile[]> {
    if (slice.length === 0) return []
    const { library } = this.#run
    const drafts = slice.map(({ root, file }) => ({
      root,
      file,
      series: buildSeriesDraft(naming, root, file.path),
    }))
    const placed = await findOrCreateSeries(
      tx,
      library.id,
      drafts.map(({ series }) => series),
    )
    const rows = await addBooks(
      tx,
      drafts.map(({ root, file, series }) => ({
        seriesId: placed.get(series.groupKey)!.id,
        libraryId: library.id,
        rootId: root.id,
        relativePath: file.path,
        size: file.size,
        modifiedAtMs: file.modifiedAtMs,
        title: buildInitialTitle(file.path),
        inFileOrder: keepsFileOrder(naming),
      })),
    )
    await this.#run.progress.addCounts(tx, { added: rows.length })
    const addedNumbers = rows.map(({ n }) => n)
    await recordBooks(tx, this.#run.scan, 'added', addedNumbers)
    this.#publishAdded(tx, [...placed.values()], rows)
    const rowOf = new Map(rows.map((row) => [`${row.rootId}/${row.relativePath}`, row]))
    return drafts.flatMap(({ root, file }) => {
      const row = rowOf.get(`${root.id}/${file.path}`)
      return row ? [{ ...file, n: row.n, root }] : []
    })
  }

  #publishAdded(
    tx: Tx,
    placed: { id: string; isNew: boolean }[],
    rows: { id: string; seriesId: string }[],
  ) {
    const { ctx, library } = this.#run
    const libraryId = library.id
    tx.afterCommit(() => {
      if (!this.#publishesEach) return
      for (const { id, isNew } of placed) {
        if (isNew) ctx.bus.publish(seriesCreated, { libraryId, seriesId: id })
      }
      for (const { id, seriesId } of rows) {
        ctx.bus.publish(bookCreated, { libraryId, seriesId, bookId: id })
      }
    })
  }

  async #readSlice(opened: OpenedFile[]): Promise<FinalResult[]> {
    const { ctx, readers } = this.#run
    const orders = opened.map(({ n, root, path }) => ({ key: n, path: `${root.path}/${path}` }))
    return decodeNativeFiles(ctx, orders, await readers.read(orders))
  }

  async #storeResults(
    slice: Omit<ReadSlice, 'publishesEach' | 'crashedContents'>,
    retries: QueuedFile[],
  ) {
    const { opened, results } = slice
    const { signal, progress } = this.#run
    signal.throwIfAborted()
    const crashed = new Set(
      results.flatMap((result) =>
        'failed' in result && result.failed === 'died' ? result.key : [],
      ),
    )
    const firstCrashes = opened.filter(
      ({ n, crashes }) => crashed.has(n) && crashes < maxRetriedCrashes,
    )
    for (const { root, ...file } of firstCrashes) {
      retries.push({ root, file: { ...file, crashes: file.crashes + 1 } })
    }
    const retriedKeys = new Set(firstCrashes.map(({ n }) => n))
    const finalResults = results.filter(({ key }) => !retriedKeys.has(key))
    const crashing = new Set(finalResults.filter(isGivenUp).map(({ key }) => key))
    this.#undescribed = await storeSlice(this.#run, {
      ...slice,
      results: finalResults,
      crashedContents: await hashCrashingFiles(
        this.#run.readers,
        opened.filter(({ n }) => crashing.has(n)),
      ),
      publishesEach: this.#publishesEach,
    })
    for (const { n } of opened) this.#inProgress.delete(n)
    progress.filesProcessed += opened.length - firstCrashes.length
    await progress.reportThrottled()
    await this.#recountThrottled()
  }

  async #recountThrottled() {
    if (performance.now() - this.#recountedAt < recountIntervalMs) return
    this.#recountedAt = performance.now()
    const { ctx, library } = this.#run
    await refreshCounts(this.#run)
    ctx.bus.publish(libraryUpdated, { libraryId: library.id })
  }

  /**
   * When a scan ends early, clears the attempts of files that were not read, and computes the
   * remaining series metadata.
   */
  async #releaseUnfinished() {
    const { ctx } = this.#run
    const ns = [...this.#inProgress]
    const series = [...this.#undescribed]
    if (ns.length === 0 && series.length === 0) return
    await ctx.writeBulk(async (tx) => {
      await resetAttempts(tx, ns)
      await recomputeSeriesMetadata(tx, series, ctx.clock.now())
    })
  }
}

/** Lists the files that already have rows. */
const listKnown = (queue: readonly QueuedFile[]): OpenedFile[] =>
  queue.flatMap(({ root, file }) => (file.n === undefined ? [] : [{ ...file, n: file.n, root }]))

/** Returns undefined if file metadata determines the series, because `next` is not read yet. */
const findNextGroupKey = (naming: Naming, next: QueuedFile | undefined) =>
  next && !naming.grouping.usesMetadata?.(next.file.path)
    ? buildSeriesDraft(naming, next.root, next.file.path).groupKey
    : undefined
