/** Scans for a person at the command line: asked for, waited for, and told of. */
import type { Context } from '../context'
import { Refusal } from '../errors'
import type { LibraryView } from '../catalog/libraries/model'
import { listLibraries } from '../catalog/libraries/service'
import type { ScanMode, ScanView } from '../ingest/scanning/model'
import { getScan, listScans, startScan } from '../ingest/scanning/service'
import { system } from '../accounts/permissions/model'
import type { CommandIo } from './config'
import { exitFailure, exitOk } from './exit-codes'
import { cliMessages } from './messages'

interface Wish {
  /** Name or id; left out: all that are switched on. */
  wanted?: string
  mode: ScanMode
}

type Io = Pick<CommandIo, 'out' | 'err'>

/** Who does the work. */
export interface Worker {
  isThere(): Promise<boolean>
  checkEveryMs: number
  /** A server that is started again is away for a while. */
  patienceMs: number
}

interface Asked {
  ctx: Context
  mode: ScanMode
  io: Io
  worker: Worker
}

const lookEveryMs = 250

/** @returns the exit code: 0 when every scan was completed and nothing held it back */
export async function scanLibraries(
  ctx: Context,
  { wanted, mode }: Wish,
  io: Io,
  worker: Worker,
): Promise<number> {
  const all = await listLibraries(ctx, system, false)
  const chosen = all.filter((library) =>
    wanted === undefined ? library.isActive : isMeant(library, wanted),
  )
  if (chosen.length === 0) return nothingToScan(all, wanted, io)
  const codes = await Promise.all(
    chosen.map((library) => scanOne({ ctx, mode, io, worker }, library)),
  )
  return codes.every((isWell) => isWell) ? exitOk : exitFailure
}

const isMeant = ({ id, name }: LibraryView, wanted: string) =>
  id === wanted.toLowerCase() || name.toLowerCase() === wanted.toLowerCase()

function nothingToScan(all: readonly LibraryView[], wanted: string | undefined, io: Io): number {
  if (wanted === undefined) {
    io.out('There is no library to scan.\n')
    return exitOk
  }
  const names = all.map(({ name }) => `  ${name}\n`).join('')
  io.err(`There is no library "${wanted}".${names ? ` There are:\n${names}` : '\n'}`)
  return exitFailure
}

async function scanOne(asked: Asked, library: LibraryView) {
  const { ctx, mode, io, worker } = asked
  try {
    await letRunningEnd(asked, library)
    const { id: scanId } = await startScan(ctx, system, library.id, mode)
    const scan = await ended(ctx, { id: library.id, scanId }, worker)
    io.out(`${library.name}: ${told(scan)}\n`)
    return scan.status === 'completed' && scan.message === null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    io.err(`${library.name}: ${error.message}\n`)
    return false
  }
}

/** One that was interrupted is taken up again, and may have passed by what is new since. */
async function letRunningEnd({ ctx, io, worker }: Asked, { id, name }: LibraryView) {
  const { data } = await listScans(ctx, system, id, { page: 1, pageSize: 1, offset: 0 })
  const [last] = data
  if (!last || last.completedAt !== null) return
  io.out(`${name}: a scan is running already, this one comes after it.\n`)
  await ended(ctx, { id, scanId: last.id }, worker)
}

async function ended(
  ctx: Context,
  ids: { id: string; scanId: string },
  worker: Worker,
): Promise<ScanView> {
  let seenAt = Date.now()
  let checkedAt = seenAt
  for (;;) {
    const scan = await getScan(ctx, system, ids)
    if (scan.completedAt !== null) return scan
    if (Date.now() - checkedAt >= worker.checkEveryMs) {
      checkedAt = Date.now()
      if (await worker.isThere()) seenAt = checkedAt
      else if (checkedAt - seenAt >= worker.patienceMs) throw nobodyScans()
    }
    await Bun.sleep(lookEveryMs)
  }
}

const nobodyScans = () => new Refusal('unavailable', cliMessages.scanner_gone())

function told({ status, message, added, changed, moved, missing, findings }: ScanView): string {
  const counts = Object.entries({ added, changed, moved, missing })
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
  const problems = findings > 0 ? `, ${findings} with problems` : ''
  const why = message === null ? '' : ` ${message}`
  return status === 'completed' ? `${counts}${problems}.${why}` : `the scan has ${status}.${why}`
}
