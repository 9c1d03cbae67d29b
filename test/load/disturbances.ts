/** What happens to an installation while people read: kills, an outage, new books. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { printLine } from '../bench/support/figures'
import type { OwnPostgresServer } from '../support/postgres'
import type { Program } from './programs'
import type { Reader } from './reader'
import type { RunRecord } from './run-record'

const databaseAwayMs = 3_000
const restartMs = 5_000
const arrivalMs = 20_000

/** Kills one process after another. Returns their number. */
export async function killInTurn(
  programs: readonly Program[],
  everyMs: number,
  signal: AbortSignal,
) {
  let kills = 0
  while (await pause(everyMs, signal)) {
    const program = programs[kills++ % programs.length]!
    printLine(`${formatTime()} kill ${program.name}`)
    await program.end('SIGKILL')
  }
  return kills
}

/** Starts processes that have ended, as a service manager does. */
export async function superviseAll(
  programs: readonly Program[],
  folder: string,
  signal: AbortSignal,
) {
  const supervise = async (program: Program) => {
    while (await pause(500, signal)) {
      if (!program.hasEnded || !(await pause(restartMs, signal))) continue
      printLine(`${formatTime()} start ${program.name}`)
      await program.start(folder)
    }
  }
  await Promise.all(programs.map(supervise))
}

export async function restartDatabase(
  postgres: OwnPostgresServer,
  afterMs: number,
  signal: AbortSignal,
) {
  if (!(await pause(afterMs, signal))) return
  printLine(`${formatTime()} restart PostgreSQL`)
  await postgres.restart(databaseAwayMs)
}

/** Moves prepared books into a library one by one and has it scanned. Returns when each arrived. */
export async function addBooks(
  admin: Reader,
  record: RunRecord,
  options: { prepared: readonly string[]; library: string; libraryId: string; signal: AbortSignal },
) {
  const { prepared, library, libraryId, signal } = options
  const arrivals: number[] = []
  for (const [n, path] of prepared.entries()) {
    if (!(await pause(arrivalMs, signal))) break
    renameSync(path, join(library, `New series ${n} v01.cbz`))
    arrivals.push(Date.now())
    const scan = `/api/v1/libraries/${libraryId}/scan`
    const answer = await admin.ask('scan', scan, { method: 'POST', body: {} })
    const text = await answer.text()
    record.check(answer.ok, () => `POST ${scan}: ${answer.status} ${text}`)
  }
  return arrivals
}

/** Returns whether the time has passed without the signal. */
async function pause(ms: number, signal: AbortSignal) {
  const aborted = new Promise<void>((done) => {
    signal.addEventListener('abort', () => done(), { once: true })
  })
  await Promise.race([Bun.sleep(ms), aborted])
  return !signal.aborted
}

const formatTime = () => new Date().toISOString().slice(11, 19)
