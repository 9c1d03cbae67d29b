/** How far a scan is: kept in its row, told to those who watch, and the place where it learns of its end. */
import { sql } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { isScanLive, type ScanRow, updateLiveScan } from './queries'
import { scans } from './schema'
import { scanProgress } from './model'

const everyMs = 500

type Counter = 'added' | 'changed' | 'moved' | 'missing' | 'findings'
export type Phase = 'walk' | 'compare' | 'analyze' | 'tidy'

/** Answers that whatever is waited for has not come yet. */
const aWhile = () => Bun.sleep(everyMs).then(() => false)

/** The scan was cancelled or given to somebody else: its runner stops and writes nothing more. */
export class ScanEnded extends Error {
  override name = 'ScanEnded'
}

export class Progress {
  phase: Phase = 'walk'
  currentPath: string | null = null
  filesTotal = 0
  filesProcessed = 0
  added: number
  changed: number
  moved: number
  missing: number
  findings: number
  readonly #ctx: Context
  readonly #scan: ScanRow
  #toldAt = 0

  constructor(ctx: Context, scan: ScanRow) {
    this.#ctx = ctx
    this.#scan = scan
    // A scan that was interrupted goes on: what it had counted is still true.
    this.added = scan.added
    this.changed = scan.changed
    this.moved = scan.moved
    this.missing = scan.missing
    this.findings = scan.findings
  }

  get columns() {
    const { phase, currentPath, filesTotal, filesProcessed } = this
    const { added, changed, moved, missing, findings } = this
    const where = { phase, currentPath, filesTotal, filesProcessed }
    return { ...where, added, changed, moved, missing, findings }
  }

  async enter(phase: Phase) {
    this.phase = phase
    this.currentPath = null
    await this.tell()
  }

  /** Part of every write of a scan: one that has ended must not write. */
  async require(tx: Tx) {
    if (!(await isScanLive(tx, this.#scan.id))) throw new ScanEnded()
  }

  /** Adds to what is counted, in the transaction that writes what is counted. */
  async count(tx: Tx, counted: Partial<Record<Counter, number>>) {
    const names = Object.keys(counted) as Counter[]
    const changes = Object.fromEntries(
      names.map((name) => [name, sql`${scans[name]} + ${counted[name] ?? 0}`]),
    )
    if (!(await updateLiveScan(tx, this.#scan.id, changes))) throw new ScanEnded()
    tx.afterCommit(() => {
      for (const name of names) this[name] += counted[name] ?? 0
    })
  }

  /** A slow disk is walked for minutes: meanwhile it is told how far that is. */
  async tellDuring<Result>(work: Promise<Result>): Promise<Result> {
    const ended = work.then(
      () => true,
      () => true,
    )
    while (!(await Promise.race([ended, aWhile()]))) await this.tell()
    return work
  }

  /** At most twice a second; what is between is told with the next. */
  async tellSometimes() {
    if (Date.now() - this.#toldAt >= everyMs) await this.tell()
  }

  async tell() {
    this.#toldAt = Date.now()
    const { id } = this.#scan
    const live = await this.#ctx.writeBulk((tx) =>
      updateLiveScan(tx, id, { status: 'running', ...this.columns }),
    )
    if (!live) throw new ScanEnded()
    this.announce('running')
  }

  announce(status: string) {
    const { id: scanId, libraryId } = this.#scan
    const { phase, filesProcessed, filesTotal } = this
    this.#ctx.bus.publish(scanProgress, {
      libraryId,
      scanId,
      status,
      phase: status === 'running' ? phase : null,
      filesProcessed,
      filesTotal,
    })
  }
}
