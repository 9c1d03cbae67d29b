/** Scans for a person at the command line: asked for, waited for, and told of. */
import type { Context } from '../context'
import { Refusal } from '../errors'
import type { LibraryView } from '../libraries/model'
import { listLibraries } from '../libraries/service'
import type { ScanMode, ScanView } from '../scanning/model'
import { getScan, startScan } from '../scanning/service'
import { system } from '../users/model'
import type { CommandIo } from './config'
import { exitFailure, exitOk } from './exit-codes'

interface Wish {
  /** Name or id; left out: all that are switched on. */
  wanted?: string
  mode: ScanMode
}

type Io = Pick<CommandIo, 'out' | 'err'>

const lookEveryMs = 250

/** @returns the exit code: 0 when every scan was completed and nothing held it back */
export async function scanLibraries(ctx: Context, { wanted, mode }: Wish, io: Io): Promise<number> {
  const all = await listLibraries(ctx, system, false)
  const chosen = all.filter((library) =>
    wanted === undefined ? library.isActive : isMeant(library, wanted),
  )
  if (chosen.length === 0) return nothingToScan(all, wanted, io)
  const codes = await Promise.all(chosen.map((library) => scanOne(ctx, library, mode, io)))
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

async function scanOne(ctx: Context, library: LibraryView, mode: ScanMode, io: Io) {
  try {
    const { id: scanId } = await startScan(ctx, system, library.id, mode)
    const scan = await ended(ctx, { id: library.id, scanId })
    io.out(`${library.name}: ${told(scan)}\n`)
    return scan.status === 'completed' && scan.message === null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    io.err(`${library.name}: ${error.message}\n`)
    return false
  }
}

async function ended(ctx: Context, ids: { id: string; scanId: string }): Promise<ScanView> {
  for (;;) {
    const scan = await getScan(ctx, system, ids)
    if (scan.completedAt !== null) return scan
    await Bun.sleep(lookEveryMs)
  }
}

function told({ status, message, added, changed, moved, missing, findings }: ScanView): string {
  const counts = Object.entries({ added, changed, moved, missing })
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
  const problems = findings > 0 ? `, ${findings} with problems` : ''
  const why = message === null ? '' : ` ${message}`
  return status === 'completed' ? `${counts}${problems}.${why}` : `the scan has ${status}.${why}`
}
