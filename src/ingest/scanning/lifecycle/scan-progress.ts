/** Tracks the progress of a scan: stores it, publishes it and detects when the scan has ended. */
import { sql } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { isScanLive, type ScanRow, updateLiveScan } from '../queries'
import { scans } from '../schema'
import { scanProgress } from '../model'

const reportIntervalMs = 500

type Counter = 'added' | 'changed' | 'moved' | 'missing' | 'findings'
export type Phase = 'walk' | 'compare' | 'analyze' | 'tidy'

/** The scan was canceled or taken over. Its runner must stop without writing anything else. */
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
  #reportedAt = -Infinity

  constructor(ctx: Context, scan: ScanRow) {
    this.#ctx = ctx
    this.#scan = scan
    // A resumed scan keeps its earlier counts.
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

  async enterPhase(phase: Phase) {
    this.phase = phase
    this.currentPath = null
    await this.report()
  }

  /**
   * Throws if the scan has ended. Called before every write, so that an ended scan writes nothing.
   */
  async requireLive(tx: Tx) {
    if (!(await isScanLive(tx, this.#scan.id))) throw new ScanEnded()
  }

  /** Updates the counts in the same transaction as the counted rows. */
  async addCounts(tx: Tx, increments: Partial<Record<Counter, number>>) {
    const names = Object.keys(increments) as Counter[]
    const changes = Object.fromEntries(
      names.map((name) => [name, sql`${scans[name]} + ${increments[name] ?? 0}`]),
    )
    if (!(await updateLiveScan(tx, this.#scan.id, changes))) throw new ScanEnded()
    tx.afterCommit(() => {
      for (const name of names) this[name] += increments[name] ?? 0
    })
  }

  /** Reports progress while `work` runs, because walking a slow disk can take minutes. */
  async reportDuring<Result>(work: Promise<Result>): Promise<Result> {
    const ended = work.then(
      () => true,
      () => true,
    )
    const waitForInterval = () => this.#ctx.clock.sleep(reportIntervalMs).then(() => false)
    while (!(await Promise.race([ended, waitForInterval()]))) await this.report()
    return work
  }

  /** Reports at most twice a second. A skipped update is included in the next report. */
  async reportThrottled() {
    if (performance.now() - this.#reportedAt >= reportIntervalMs) await this.report()
  }

  async report() {
    this.#reportedAt = performance.now()
    const { id } = this.#scan
    const isLive = await this.#ctx.writeBulk((tx) =>
      updateLiveScan(tx, id, { status: 'running', ...this.columns }),
    )
    if (!isLive) throw new ScanEnded()
    this.publish('running')
  }

  publish(status: string) {
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
