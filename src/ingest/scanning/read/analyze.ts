/**
 * Phase 3: files that are new or changed become books. A Worker reads, this thread writes slice by
 * slice; while one slice is written the next one is read.
 */
import { addBooks, beginReading, leaveUnread } from '../../../catalog/books/scanned/intake'
import { loadNaming } from '../../../catalog/corrections/load'
import { giveWay } from '../../../platform/db/yield'
import type { Tx } from '../../../platform/db/store'
import { keepsFileOrder, type Naming } from '../../../media/naming/naming'
import { placeSeries } from '../../../catalog/series/scanned/intake'
import type { Candidate } from '../match/compare'
import { seriesOfPath, titleOfPath } from './describe'
import { recordBooks } from '../journal/journal'
import { type FinalResult, finishReading } from './native'
import { breathe, refreshCounts, requireRoot, type Root, type Run, type Seen } from '../run'
import { describeSeries, type Opened, type Slice, storeSlice } from './store-slice'
import { libraryUpdated } from '../../../catalog/libraries/model'
import { seriesCreated } from '../../../catalog/series/model'
import { bookCreated } from '../../../catalog/books/model'
import { readMessages } from '../messages'

/** Few enough that a write takes some milliseconds, many enough that it pays. */
const sliceSize = 25
/** More changes than this are not told one by one. */
const maxSingleEvents = 200
const deathsForgiven = 1
const youngMs = 5_000
const settleMs = 1_000
const countEveryMs = 5_000
const countedAtOnce = 2000

interface Queued {
  root: Root
  file: Candidate
}

export class Analysis {
  /** Files that are being written still. */
  waiting = 0
  readonly #run: Run
  readonly #seen: Seen[]
  #tellsEach = false
  #countedAt = Date.now()
  /** Rows that were marked as being read and have no result yet. */
  readonly #inHand = new Set<number>()
  /** Series of which the next slice has more books. */
  #undescribed: ReadonlySet<string> = new Set()

  constructor(run: Run, seen: Seen[]) {
    this.#run = run
    this.#seen = seen
  }

  async run() {
    const { progress } = this.#run
    const rest: Queued[] = []
    // A file on which a reader died is read alone, so that nobody else is suspected with it.
    const alone: Queued[] = []
    const hopeless: Queued[] = []
    for (const seen of this.#seen) {
      for (const file of await this.#filesOf(seen)) {
        if (file.deaths === 0) rest.push({ root: seen.root, file })
        else (file.deaths > deathsForgiven ? hopeless : alone).push({ root: seen.root, file })
        if (rest.length % countedAtOnce === 0) await giveWay()
      }
    }
    progress.filesTotal = rest.length + alone.length + hopeless.length
    progress.filesProcessed = 0
    this.#tellsEach = progress.filesTotal <= maxSingleEvents
    try {
      const suspected = await this.#readAll(rest, sliceSize)
      for (const queued of suspected) alone.push(queued)
      await this.#readAll(alone, 1)
      await this.#giveUp(hopeless)
    } finally {
      await this.#letGo()
    }
  }

  async #filesOf({ root, comparison }: Seen): Promise<Iterable<Candidate>> {
    const { added, changed, unread, unchanged } = comparison
    const growing = await this.#findGrowing(root, [added, changed])
    this.waiting += growing.size
    return [added, changed, unread, unchanged]
      .values()
      .flatMap((files) => files.values())
      .filter(({ path }) => !growing.has(path))
  }

  /** Files that changed seconds ago are looked at twice. */
  async #findGrowing(root: Root, lists: Candidate[][]) {
    const now = Date.now()
    const young: Candidate[] = []
    for (const file of lists.flat()) {
      if (Math.abs(now - file.modifiedAtMs) < youngMs) young.push(file)
    }
    if (young.length === 0) return new Set<string>()
    return new Set(await this.#run.walker.findGrowing(root.path, young, settleMs))
  }

  /** Answers the files on which a reader died for the first time. */
  async #readAll(queue: Queued[], size: number): Promise<Queued[]> {
    const again: Queued[] = []
    let storing: Promise<void> = Promise.resolve()
    try {
      for (let from = 0; from < queue.length; from += size) {
        // Alone means alone: a power cut must not put the next file under suspicion as well.
        if (size === 1) await storing
        const slice = queue.slice(from, from + size)
        const unfinished = groupOf(this.#run.naming, queue[from + size])
        this.#run.progress.currentPath = slice[0]?.file.path ?? null
        const opened = await this.#open(slice)
        const reading = this.#read(opened)
        await storing
        storing = reading.then((results) => this.#store({ opened, results, unfinished }, again))
        // Whoever waits for it is told; until then it must not count as unheard.
        storing.catch(() => undefined)
        await breathe()
      }
    } finally {
      await storing
    }
    return again
  }

  /** Files on which even the whole program died, twice. They are opened again when they have changed. */
  async #giveUp(queue: Queued[]) {
    const opened = queue.flatMap(({ root, file }) =>
      file.n === undefined ? [] : [{ ...file, n: file.n, root }],
    )
    const message = readMessages.crashed_twice()
    const results = opened.map(({ n }) => ({ key: n, failed: 'died' as const, message }))
    for (let from = 0; from < opened.length; from += sliceSize) {
      const slice = {
        opened: opened.slice(from, from + sliceSize),
        results: results.slice(from, from + sliceSize),
        unfinished: undefined,
      }
      await this.#store(slice, [])
    }
  }

  /** Makes rows for new files, and writes down that all of them are about to be read. */
  async #open(slice: Queued[]): Promise<Opened[]> {
    const { ctx, library, progress, signal } = this.#run
    signal.throwIfAborted()
    return ctx.writeBulk(async (tx) => {
      await progress.require(tx)
      this.#run.naming = await loadNaming(tx, library.id)
      for (const root of new Set(slice.map((queued) => queued.root))) await requireRoot(tx, root)
      const known = slice.flatMap(({ root, file }) =>
        file.n === undefined ? [] : [{ ...file, n: file.n, root }],
      )
      const added = await this.#add(
        tx,
        slice.filter(({ file }) => file.n === undefined),
      )
      await beginReading(
        tx,
        known.map(({ n }) => n),
      )
      await giveWay()
      const opened = [...added, ...known]
      for (const { n } of opened) this.#inHand.add(n)
      return opened
    })
  }

  async #add(tx: Tx, slice: Queued[]): Promise<Opened[]> {
    if (slice.length === 0) return []
    const { library, naming } = this.#run
    const drafts = slice.map(({ root, file }) => ({
      root,
      file,
      series: seriesOfPath(naming, root, file.path),
    }))
    const placed = await placeSeries(
      tx,
      library.id,
      drafts.map(({ series }) => series),
    )
    await giveWay()
    const rows = await addBooks(
      tx,
      drafts.map(({ root, file, series }) => ({
        seriesId: placed.get(series.groupKey)!.id,
        libraryId: library.id,
        rootId: root.id,
        relativePath: file.path,
        size: file.size,
        modifiedAtMs: file.modifiedAtMs,
        title: titleOfPath(file.path),
        inFileOrder: keepsFileOrder(naming),
      })),
    )
    await giveWay()
    await this.#run.progress.count(tx, { added: rows.length })
    await recordBooks(
      tx,
      this.#run.scan,
      'added',
      rows.map(({ n }) => n),
    )
    this.#tellAdded(tx, [...placed.values()], rows)
    const rowOf = new Map(rows.map((row) => [`${row.rootId}/${row.relativePath}`, row]))
    return drafts.flatMap(({ root, file }) => {
      const row = rowOf.get(`${root.id}/${file.path}`)
      return row ? [{ ...file, n: row.n, root }] : []
    })
  }

  #tellAdded(
    tx: Tx,
    placed: { id: string; isNew: boolean }[],
    rows: { id: string; seriesId: string }[],
  ) {
    const { ctx, library } = this.#run
    const libraryId = library.id
    tx.afterCommit(() => {
      if (!this.#tellsEach) return
      for (const { id, isNew } of placed) {
        if (isNew) ctx.bus.publish(seriesCreated, { libraryId, seriesId: id })
      }
      for (const { id, seriesId } of rows) {
        ctx.bus.publish(bookCreated, { libraryId, seriesId, bookId: id })
      }
    })
  }

  async #read(opened: Opened[]): Promise<FinalResult[]> {
    const { ctx, readers } = this.#run
    const orders = opened.map(({ n, root, path }) => ({ key: n, path: `${root.path}/${path}` }))
    return finishReading(ctx, orders, await readers.read(orders))
  }

  async #store(slice: Omit<Slice, 'tellsEach'>, again: Queued[]) {
    const { opened, results } = slice
    const { signal, progress } = this.#run
    signal.throwIfAborted()
    const died = new Set(
      results.flatMap((result) =>
        'failed' in result && result.failed === 'died' ? result.key : [],
      ),
    )
    const fresh = opened.filter(({ n, deaths }) => died.has(n) && deaths < deathsForgiven)
    for (const { root, ...file } of fresh) {
      again.push({ root, file: { ...file, deaths: file.deaths + 1 } })
    }
    const forgiven = new Set(fresh.map(({ n }) => n))
    this.#undescribed = await storeSlice(this.#run, {
      ...slice,
      results: results.filter(({ key }) => !forgiven.has(key)),
      tellsEach: this.#tellsEach,
    })
    for (const { n } of opened) this.#inHand.delete(n)
    progress.filesProcessed += opened.length - fresh.length
    await progress.tellSometimes()
    await this.#countSometimes()
  }

  async #countSometimes() {
    if (Date.now() - this.#countedAt < countEveryMs) return
    this.#countedAt = Date.now()
    const { ctx, library } = this.#run
    await refreshCounts(this.#run)
    ctx.bus.publish(libraryUpdated, { libraryId: library.id })
  }

  /** When a scan ends early, the files in its hands are not to blame, and series are not left half told. */
  async #letGo() {
    const { ctx } = this.#run
    const ns = [...this.#inHand]
    const series = [...this.#undescribed]
    if (ns.length === 0 && series.length === 0) return
    await ctx.writeBulk(async (tx) => {
      await leaveUnread(tx, ns)
      await describeSeries(tx, series, ctx.now())
    })
  }
}

/** Where files say themselves which series they are of, nobody knows it of the next one yet. */
const groupOf = (naming: Naming, next: Queued | undefined) =>
  next && !naming.grouping.asksFiles
    ? seriesOfPath(naming, next.root, next.file.path).groupKey
    : undefined
