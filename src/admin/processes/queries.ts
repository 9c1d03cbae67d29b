import { and, asc, eq, gt, isNotNull, lt } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { jobs } from '../../platform/jobs/schema'
import { watchLeases } from '../../ingest/watching/schema'
import { processes } from './schema'

export type ProcessRow = typeof processes.$inferSelect

export async function storeProcess(tx: Tx, row: ProcessRow) {
  await tx
    .insert(processes)
    .values(row)
    .onConflictDoUpdate({ target: processes.id, set: { seenAt: row.seenAt } })
}

export async function deleteProcess(tx: Tx, id: string) {
  await tx.delete(processes).where(eq(processes.id, id))
}

export async function deleteProcessesOfKind(tx: Tx, kind: ProcessRow['kind']) {
  await tx.delete(processes).where(eq(processes.kind, kind))
}

export const listProcessesOfHost = (tx: Tx, host: string): Promise<ProcessRow[]> =>
  tx.select().from(processes).where(eq(processes.host, host))

export async function deleteSeenBefore(tx: Tx, before: Date) {
  await tx.delete(processes).where(lt(processes.seenAt, before))
}

export const hasSeenBefore = async (db: Db, before: Date) =>
  (await db.$count(processes, lt(processes.seenAt, before))) > 0

export const listProcessRows = (db: Db): Promise<ProcessRow[]> =>
  db.select().from(processes).orderBy(asc(processes.startedAt), asc(processes.id))

export const listRunningJobs = (db: Db) =>
  db
    .select({ id: jobs.id, kind: jobs.kind, owner: jobs.owner })
    .from(jobs)
    .where(and(eq(jobs.state, 'running'), isNotNull(jobs.owner)))
    .orderBy(asc(jobs.startedAt), asc(jobs.id))

/** Returns the process that watches the folders, on PostgreSQL. */
export async function findWatcher(db: Db, now: Date): Promise<string | undefined> {
  const [lease] = await db
    .select({ owner: watchLeases.owner })
    .from(watchLeases)
    .where(gt(watchLeases.heldUntil, now))
  return lease?.owner
}
