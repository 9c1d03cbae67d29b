/** Records the servers and workers of an installation, and lists them for administrators. */
import { hostname } from 'node:os'
import type { Context } from '../../context'
import { dialect } from '../../platform/db/dialect'
import type { Tx } from '../../platform/db/store'
import { repeat } from '../../platform/lib/clock'
import { version } from '../../version'
import { processLogMessages } from './messages'
import type { ProcessView } from './model'
import * as queries from './queries'

interface OwnProcess {
  /** The owner ID in the leases of this process. */
  id: string
  kind: queries.ProcessRow['kind']
  jobKinds: string[]
}

const heartbeatMs = 20_000
/** Time after which three heartbeats have been missed. */
const missingMs = 60_000
const keptMs = 86_400_000

/** Records this process. Returns a function that deletes the record when the process stops. */
export async function recordProcess(ctx: Context, own: OwnProcess): Promise<() => Promise<void>> {
  const startedAt = ctx.clock.now()
  const row = { ...own, host: hostname(), pid: process.pid, version, startedAt }
  const record = () =>
    writeOrLog(ctx, async (tx) => {
      // Only one process of each kind can lock the data folder, so all other records of this kind
      // are left over from earlier processes.
      if (dialect === 'sqlite') await queries.deleteProcessesOfKind(tx, own.kind)
      await queries.storeProcess(tx, { ...row, seenAt: ctx.clock.now() })
    })
  if (dialect === 'postgres') await writeOrLog(ctx, (tx) => deleteKilledProcesses(tx, row))
  let recording = record()
  await recording
  // On SQLite, the server and the worker share a machine, so heartbeats are not needed. Writing
  // them would keep disks from sleeping.
  const stop =
    dialect === 'sqlite' ? undefined : repeat(ctx.clock, heartbeatMs, () => (recording = record()))
  return async () => {
    stop?.()
    await recording
    await writeOrLog(ctx, (tx) => queries.deleteProcess(tx, own.id))
  }
}

/**
 * Deletes the records of killed processes on this machine. A process in another container with the
 * same host name records itself again with its next heartbeat.
 */
async function deleteKilledProcesses(
  tx: Tx,
  { host, kind }: Pick<queries.ProcessRow, 'host' | 'kind'>,
) {
  for (const other of await queries.listProcessesOfHost(tx, host)) {
    // A restarted container may assign the same process ID.
    const isReplaced = other.kind === kind && other.pid === process.pid
    if (isReplaced || !isRunning(other.pid)) await queries.deleteProcess(tx, other.id)
  }
}

/** An error is only logged, because a process also works without its record. */
async function writeOrLog(ctx: Context, work: Parameters<typeof ctx.writeBulk<void>>[0]) {
  try {
    await ctx.writeBulk(work)
  } catch (error) {
    ctx.log.error({ err: error }, processLogMessages.record_failed())
  }
}

/** Deletes the records of processes that have not been seen for a day. */
export async function deleteLostProcesses(ctx: Context) {
  if (dialect === 'sqlite') return
  const before = new Date(ctx.clock.now().getTime() - keptMs)
  if (!(await queries.hasSeenBefore(ctx.db, before))) return
  await ctx.writeBulk((tx) => queries.deleteSeenBefore(tx, before))
}

export async function listProcesses(ctx: Context): Promise<ProcessView[]> {
  const now = ctx.clock.now()
  const rows = await queries.listProcessRows(ctx.db)
  const running = await queries.listRunningJobs(ctx.db)
  const watcher = dialect === 'sqlite' ? undefined : await queries.findWatcher(ctx.db, now)
  return rows.map((row) => {
    const seen = dialect === 'sqlite' && isRunning(row.pid) ? { seenAt: now } : undefined
    const { seenAt } = { ...row, ...seen }
    return {
      ...row,
      seenAt,
      isMissing: isMissing(seenAt, now),
      watchesFolders: dialect === 'sqlite' ? row.kind === 'serve' : row.id === watcher,
      runningJobs: running
        .filter(({ owner }) => owner === row.id)
        .map(({ id, kind }) => ({ id, kind })),
    }
  })
}

const isMissing = (seenAt: Date, now: Date) => now.getTime() - seenAt.getTime() > missingMs

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
