/** Runs scans for the command line and waits for their results. */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { LibraryView } from '../../catalog/libraries/model'
import { listLibraries } from '../../catalog/libraries/service'
import type { ScanMode, ScanView } from '../../ingest/scanning/model'
import { getScan, listScans, startScan } from '../../ingest/scanning/service'
import { system } from '../../accounts/permissions/model'
import type { CommandIo } from '../config'
import { exitFailure, exitOk } from '../exit-codes'
import { cliMessages } from '../messages'

interface ScanRequest {
  /** Name or ID of a library. If omitted, all active libraries are scanned. */
  wanted?: string
  mode: ScanMode
}

type Io = Pick<CommandIo, 'out' | 'err'>

/** The process that runs the scans. */
export interface WorkerCheck {
  isThere(): Promise<boolean>
  checkEveryMs: number
  /**
   * Maximum time to wait for a server that is unavailable, for example because it is restarting.
   */
  timeoutMs: number
}

interface ScanRun {
  ctx: Context
  mode: ScanMode
  io: Io
  worker: WorkerCheck
}

const pollMs = 250

/** Returns the exit code, which is 0 if all scans completed without problems. */
export async function scanLibraries(
  ctx: Context,
  { wanted, mode }: ScanRequest,
  io: Io,
  worker: WorkerCheck,
): Promise<number> {
  const all = await listLibraries(ctx, system, false)
  const chosen = all.filter((library) =>
    wanted === undefined ? library.isActive : matchesName(library, wanted),
  )
  if (chosen.length === 0) return reportNothingToScan(all, wanted, io)
  const results = await Promise.all(
    chosen.map((library) => scanOne({ ctx, mode, io, worker }, library)),
  )
  return results.every((isSuccess) => isSuccess) ? exitOk : exitFailure
}

const matchesName = ({ id, name }: LibraryView, wanted: string) =>
  id === wanted.toLowerCase() || name.toLowerCase() === wanted.toLowerCase()

function reportNothingToScan(
  all: readonly LibraryView[],
  wanted: string | undefined,
  io: Io,
): number {
  if (wanted === undefined) {
    io.out('No libraries to scan.\n')
    return exitOk
  }
  const names = all.map(({ name }) => `  ${name}\n`).join('')
  io.err(`Unknown library "${wanted}".${names ? ` Libraries:\n${names}` : '\n'}`)
  return exitFailure
}

async function scanOne(run: ScanRun, library: LibraryView) {
  const { ctx, mode, io, worker } = run
  try {
    await waitForRunningScan(run, library)
    const { id: scanId } = await startScan(ctx, system, library.id, mode)
    const scan = await waitForScan(ctx, { id: library.id, scanId }, worker)
    printResult(io, library, scan)
    return scan.status === 'completed' && scan.messages.length === 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    io.err(`${library.name}: ${error.message}\n`)
    return false
  }
}

/**
 * Waits for a scan that is already running. The caller starts another one, because folders may have
 * changed after this scan passed them.
 */
async function waitForRunningScan({ ctx, io, worker }: ScanRun, library: LibraryView) {
  const { id, name } = library
  const { data } = await listScans(ctx, system, id, { page: 1, pageSize: 1, offset: 0 })
  const [last] = data
  if (!last || last.completedAt !== null) return
  io.out(`${name}: waiting for a running scan to finish.\n`)
  printResult(io, library, await waitForScan(ctx, { id, scanId: last.id }, worker))
}

const printResult = (io: Io, { name }: LibraryView, scan: ScanView) =>
  io.out(`${name}: ${formatResult(scan)}\n`)

async function waitForScan(
  ctx: Context,
  ids: { id: string; scanId: string },
  worker: WorkerCheck,
): Promise<ScanView> {
  let seenAt = Date.now()
  let checkedAt = seenAt
  for (;;) {
    const scan = await getScan(ctx, system, ids)
    if (scan.completedAt !== null) return scan
    if (Date.now() - checkedAt >= worker.checkEveryMs) {
      checkedAt = Date.now()
      if (await worker.isThere()) seenAt = checkedAt
      else if (checkedAt - seenAt >= worker.timeoutMs) throw createServerGone()
    }
    await Bun.sleep(pollMs)
  }
}

const createServerGone = () => new Refusal('unavailable', cliMessages.scanner_gone())

function formatResult({
  status,
  messages,
  added,
  changed,
  moved,
  missing,
  findings,
}: ScanView): string {
  const counts = Object.entries({ added, changed, moved, missing })
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
  const problems = findings > 0 ? `, ${findings} with problems` : ''
  const why = messages.map(({ message }) => ` ${message}`).join('')
  if (status === 'completed') return `${counts}${problems}.${why}`
  return `${status === 'cancelled' ? 'the scan was canceled' : 'the scan failed'}.${why}`
}
