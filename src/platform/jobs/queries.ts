import { and, asc, desc, eq, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/store'
import { inIds } from '../db/sql'
import type { Job } from './job'
import { jobs } from './schema'
import type { Message } from '../messages/message'

// Literals rather than parameters, because only then can SQLite use the partial indexes.
const isReady = sql`${jobs.state} = 'ready'`
const isRunning = sql`${jobs.state} = 'running'`
const isLive = sql`${jobs.state} in ('ready', 'running')`

const heldColumns = {
  id: jobs.id,
  kind: jobs.kind,
  payload: jobs.payload,
  attempts: jobs.attempts,
  maxAttempts: jobs.maxAttempts,
}

export interface Ready {
  id: string
  priority: number
  runAt: Date
}

export const byPriority = (a: Ready, b: Ready) =>
  b.priority - a.priority ||
  a.runAt.getTime() - b.runAt.getTime() ||
  (a.id < b.id ? -1 : Number(a.id > b.id))

/** Inserts a job and returns its ID, or undefined if another live job has the same key. */
export async function insertJob(
  tx: Tx,
  values: typeof jobs.$inferInsert,
): Promise<string | undefined> {
  const [row] = await tx
    .insert(jobs)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: jobs.id })
  return row?.id
}

/** Makes the running job with this key run once more when it has finished. */
export async function requestRepeat(tx: Tx, key: string) {
  await tx
    .update(jobs)
    .set({ again: true })
    .where(and(isRunning, hasKey(key)))
}

/** Returns the values for inserting the job again, if that was requested while it was running. */
export async function findRepeat(tx: Tx, { id }: Job) {
  const { kind, key, payload, priority, maxAttempts } = jobs
  const [row] = await tx
    .select({ kind, key, payload, priority, maxAttempts })
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.again, true)))
  return row
}

/** Finds the next jobs of one kind, in the order in which they are run. */
export const findReady = (db: Db, kind: string, now: Date, limit: number): Promise<Ready[]> =>
  db
    .select({ id: jobs.id, priority: jobs.priority, runAt: jobs.runAt })
    .from(jobs)
    .where(and(isReady, eq(jobs.kind, kind), lte(jobs.runAt, now)))
    .orderBy(desc(jobs.priority), asc(jobs.runAt), asc(jobs.id))
    .limit(limit)

/**
 * Returns those of the kinds that have waiting jobs, including jobs that may not run yet. Uses a
 * single statement that skips from kind to kind in the index, because most kinds have no jobs.
 */
export async function findReadyKinds(db: Db, kinds: readonly string[]): Promise<string[]> {
  if (kinds.length === 0) return []
  const rows = await db.rows<{ kind: string }>(sql`
    with recursive found(kind) as (
      select (select ${jobs.kind} from ${jobs} where ${isReady} order by ${jobs.kind} limit 1)
      union all
      select (
        select ${jobs.kind} from ${jobs} where ${isReady} and ${jobs.kind} > found.kind
        order by ${jobs.kind} limit 1
      ) from found where found.kind is not null
    )
    select kind from found where kind is not null`)
  const ready = new Set(rows.map(({ kind }) => kind))
  return kinds.filter((kind) => ready.has(kind))
}

/**
 * Returns true if a job of these kinds could run now, or if the lease of a job of any kind has
 * expired.
 */
export async function hasWork(db: Db, kinds: readonly string[], now: Date): Promise<boolean> {
  for (const kind of await findReadyKinds(db, kinds)) {
    if ((await findReady(db, kind, now, 1)).length > 0) return true
  }
  return (await findExpired(db, now, 1)).length > 0
}

/** Finds at most 100 running jobs of one owner. */
export const findHeldBy = (db: Db, owner: string) => findRunning(db, eq(jobs.owner, owner), 100)

export interface Lease {
  owner: string
  leaseUntil: Date
}

/** Claims the given jobs that are still ready, and returns them. */
export const claimJobs = (
  tx: Tx,
  ids: string[],
  lease: Lease & { startedAt: Date },
): Promise<Job[]> =>
  tx
    .update(jobs)
    .set({ ...lease, state: 'running', attempts: sql`${jobs.attempts} + 1` })
    .where(and(isReady, inIds(jobs.id, ids)))
    .returning(heldColumns)

/** Returns the IDs of the jobs that the owner still holds. */
export async function extendLeases(tx: Tx, ids: string[], { owner, leaseUntil }: Lease) {
  const rows = await tx
    .update(jobs)
    .set({ leaseUntil })
    .where(and(isRunning, eq(jobs.owner, owner), inIds(jobs.id, ids)))
    .returning({ id: jobs.id })
  return new Set(rows.map(({ id }) => id))
}

const free = { owner: null, leaseUntil: null }

/**
 * Returns false if the owner no longer holds the attempt. The caller must then write nothing for
 * it.
 */
export async function markDone(tx: Tx, job: Job, owner: string, finishedAt: Date) {
  return changes(tx, isHeld(job, owner), { ...free, state: 'done', error: null, finishedAt })
}

export async function markFailed(
  tx: Tx,
  job: Job,
  owner: string,
  { error, finishedAt }: { error: Message; finishedAt: Date },
) {
  return changes(tx, isHeld(job, owner), { ...free, state: 'failed', error, finishedAt })
}

export async function requeue(
  tx: Tx,
  job: Job,
  owner: string,
  { error, runAt, isCounted = true }: { error: Message; runAt: Date; isCounted?: boolean },
) {
  const attempts = isCounted ? job.attempts : job.attempts - 1
  return changes(tx, isHeld(job, owner), { ...free, state: 'ready', attempts, error, runAt })
}

/**
 * Takes a running job away from its owner. The attempt stays counted, because otherwise the next
 * attempt would have the same number and could be mistaken for this one. Returns false if the job
 * was not running.
 */
export async function unlockJob(tx: Tx, id: string, runAt: Date) {
  return changes(tx, and(isRunning, eq(jobs.id, id)), { ...free, state: 'ready', runAt })
}

/** Requeues those of the jobs that the owner is running, without counting the attempt. */
export async function releaseJobs(tx: Tx, ids: string[], owner: string) {
  return changes(tx, and(isRunning, eq(jobs.owner, owner), inIds(jobs.id, ids)), {
    ...free,
    state: 'ready',
    attempts: sql`${jobs.attempts} - 1`,
  })
}

const isHeld = (job: Job, owner: string) =>
  and(isRunning, eq(jobs.id, job.id), eq(jobs.owner, owner), eq(jobs.attempts, job.attempts))

/**
 * Ends all leases. Only for installations with a single process, where no other process can hold a
 * lease.
 */
export async function endLeases(tx: Tx) {
  await tx
    .update(jobs)
    .set({ leaseUntil: new Date(0) })
    .where(isRunning)
}

/** Finds running jobs whose owner has not renewed their lease. */
export const findExpired = (db: Db, now: Date, limit: number) =>
  findRunning(db, lt(jobs.leaseUntil, now), limit)

export type HeldJob = Job & { owner: string; startedAt: Date | null }

async function findRunning(db: Db, which: SQL, limit: number): Promise<HeldJob[]> {
  const rows = await db
    .select({ ...heldColumns, owner: jobs.owner, startedAt: jobs.startedAt })
    .from(jobs)
    .where(and(isRunning, which))
    .orderBy(asc(jobs.leaseUntil))
    .limit(limit)
  return rows.map((row) => ({ ...row, owner: row.owner ?? '' }))
}

/** Returns false if the lease has been renewed or the job has ended since it was found. */
export async function isExpired(tx: Tx, { id }: Job, now: Date) {
  return (await tx.$count(jobs, and(eq(jobs.id, id), isRunning, lt(jobs.leaseUntil, now)))) > 0
}

/** Cancels the matching jobs that are ready or running, and returns them. */
export const cancelLive = (tx: Tx, which: SQL, finishedAt: Date): Promise<Job[]> =>
  tx
    .update(jobs)
    .set({ ...free, state: 'cancelled', finishedAt })
    .where(and(isLive, which))
    .returning(heldColumns)

export const hasKey = (key: string): SQL => sql`${jobs.key} = ${key}`
export const hasId = (id: string): SQL => sql`${jobs.id} = ${id}`

/**
 * Resets a job. Violates the unique key if a live job has the same key. Returns undefined if the
 * job was neither failed nor canceled.
 */
export async function resetJob(tx: Tx, id: string, runAt: Date): Promise<Job | undefined> {
  const reset = { ...free, state: 'ready', attempts: 0, error: null, startedAt: null } as const
  const [job] = await tx
    .update(jobs)
    .set({ ...reset, finishedAt: null, runAt })
    .where(and(eq(jobs.id, id), sql`${jobs.state} in ('failed', 'cancelled')`))
    .returning(heldColumns)
  return job
}

/** Deletes at most `limit` jobs, so that the transaction stays short. Returns their number. */
export async function deleteFinished(
  tx: Tx,
  { before, which, limit }: { before: Date; which: SQL | undefined; limit: number },
) {
  const old = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(lt(jobs.finishedAt, before), which))
    .orderBy(asc(jobs.finishedAt))
    .limit(limit)
  const deleted = await tx
    .delete(jobs)
    .where(sql`${jobs.id} in ${old}`)
    .returning({ id: jobs.id })
  return deleted.length
}

type Changes = {
  [Column in keyof typeof jobs.$inferInsert]?: SQL | (typeof jobs.$inferInsert)[Column]
}

async function changes(tx: Tx, which: SQL | undefined, values: Changes) {
  const rows = await tx.update(jobs).set(values).where(which).returning({ id: jobs.id })
  return rows.length > 0
}
