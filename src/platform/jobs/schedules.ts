/**
 * Cron schedules. A schedule is a row, and one process claims each due time. If several due times
 * are missed because no server is running, the schedule fires only once.
 */
import { and, eq, lte } from 'drizzle-orm'
import type { Db, Store, Tx } from '../db/store'
import { type CancelTimer, type Clock, repeat } from '../lib/clock'
import type { Log } from '../log/log'
import { computeNextRun } from './cron'
import { schedules } from './schema'
import { jobLogMessages } from './messages'

/** Runs in the transaction that advances the schedule, so that a job is enqueued exactly once. */
export type OnDue = (tx: Tx, name: string) => Promise<void>

/**
 * `timezone`: null for the server's time zone. Setting the same schedule again does not skip a due
 * time.
 */
export async function setSchedule(
  tx: Tx,
  name: string,
  { cron, timezone }: { cron: string; timezone: string | null },
  now: Date,
) {
  const [present] = await tx.select().from(schedules).where(eq(schedules.name, name))
  if (present?.cron === cron && present.timezone === timezone) return
  const nextAt = computeNextRun(cron, timezone, now)
  if (!nextAt) throw new Error(`schedule ${name} never runs`)
  await tx
    .insert(schedules)
    .values({ name, cron, timezone, nextAt })
    .onConflictDoUpdate({ target: schedules.name, set: { cron, timezone, nextAt } })
}

export async function removeSchedule(tx: Tx, name: string) {
  await tx.delete(schedules).where(eq(schedules.name, name))
}

export const findSchedule = async (db: Db, name: string) =>
  (await db.select().from(schedules).where(eq(schedules.name, name)))[0]

type Dependencies = Pick<Store, 'db' | 'write'> & { log: Log; clock: Clock }

export class Scheduler {
  readonly #ctx: Dependencies
  readonly #handlers = new Map<string, OnDue>()
  #cancelTimer: CancelTimer | undefined
  #ticking: Promise<void> | undefined

  constructor(ctx: Dependencies) {
    this.#ctx = ctx
  }

  /** Registers the handler of all schedules whose name begins with `prefix`, such as `scan:`. */
  register(prefix: string, due: OnDue) {
    this.#handlers.set(prefix, due)
  }

  start(everyMs = 5_000) {
    this.#cancelTimer = repeat(
      this.#ctx.clock,
      everyMs,
      () => (this.#ticking = this.#guardedTick()),
    )
  }

  async stop() {
    this.#cancelTimer?.()
    await this.#ticking
  }

  /** Fires all due schedules. If one fails, it stays due, and the others still fire. */
  async tick() {
    const now = this.#ctx.clock.now()
    const due = await this.#ctx.db.select().from(schedules).where(lte(schedules.nextAt, now))
    for (const schedule of due) {
      const onDue = this.#findHandler(schedule.name)
      if (onDue) await this.#fire(schedule, onDue, now)
    }
  }

  async #guardedTick() {
    try {
      await this.tick()
    } catch (error) {
      this.#ctx.log.error({ err: error }, jobLogMessages.load_schedules_failed())
    }
  }

  #findHandler(name: string) {
    for (const [prefix, due] of this.#handlers) if (name.startsWith(prefix)) return due
    return undefined
  }

  async #fire(schedule: typeof schedules.$inferSelect, onDue: OnDue, now: Date) {
    const { name } = schedule
    try {
      await this.#ctx.write(async (tx) => {
        if (await advance(tx, schedule, now)) await onDue(tx, name)
      })
    } catch (error) {
      this.#ctx.log.error({ err: error, schedule: name }, jobLogMessages.start_schedule_failed())
    }
  }
}

/**
 * Sets the next due time, or deletes a schedule that is never due again. Returns false if another
 * process has advanced the schedule, or a user has changed it.
 */
async function advance(tx: Tx, schedule: typeof schedules.$inferSelect, now: Date) {
  const { name, cron, timezone } = schedule
  const nextAt = computeNextRun(cron, timezone, now)
  const isUnchanged = and(eq(schedules.name, name), eq(schedules.nextAt, schedule.nextAt))
  const advanced = nextAt
    ? await tx
        .update(schedules)
        .set({ nextAt })
        .where(isUnchanged)
        .returning({ name: schedules.name })
    : await tx.delete(schedules).where(isUnchanged).returning({ name: schedules.name })
  return advanced.length > 0
}
