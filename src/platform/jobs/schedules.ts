/**
 * What happens at set times. A schedule is a row; one process wins each of its moments, and moments
 * that passed while nothing ran count as one.
 */
import { and, eq, lte } from 'drizzle-orm'
import type { Db, Store, Tx } from '../db/store'
import type { Log } from '../log/log'
import { nextRun } from './cron'
import { schedules } from './schema'

/** Runs in the transaction that moves the schedule on: what it enqueues is enqueued exactly once. */
export type OnDue = (tx: Tx, name: string) => Promise<void>

/** `timezone` null: that of the server. Setting again what is set already misses no moment. */
export async function setSchedule(
  tx: Tx,
  name: string,
  { cron, timezone }: { cron: string; timezone: string | null },
  now: Date,
) {
  const [present] = await tx.select().from(schedules).where(eq(schedules.name, name))
  if (present?.cron === cron && present.timezone === timezone) return
  const nextAt = nextRun(cron, timezone, now)
  if (!nextAt) throw new Error(`the schedule ${name} never comes`)
  await tx
    .insert(schedules)
    .values({ name, cron, timezone, nextAt })
    .onConflictDoUpdate({ target: schedules.name, set: { cron, timezone, nextAt } })
}

export async function removeSchedule(tx: Tx, name: string) {
  await tx.delete(schedules).where(eq(schedules.name, name))
}

/** When each schedule fires next. */
export const findSchedule = async (db: Db, name: string) =>
  (await db.select().from(schedules).where(eq(schedules.name, name)))[0]

type Ground = Pick<Store, 'db' | 'write'> & { log: Log; now: () => Date }

export class Scheduler {
  readonly #ctx: Ground
  readonly #listeners = new Map<string, OnDue>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #ticking: Promise<void> | undefined
  #stopped = false

  constructor(ctx: Ground) {
    this.#ctx = ctx
  }

  /** For every schedule whose name begins with `prefix`, such as `scan:`. */
  register(prefix: string, due: OnDue) {
    this.#listeners.set(prefix, due)
  }

  start(everyMs = 5_000) {
    this.#timer = setTimeout(async () => {
      this.#ticking = this.#guardedTick()
      await this.#ticking
      if (!this.#stopped) this.start(everyMs)
    }, everyMs)
  }

  async stop() {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#ticking
  }

  /** Fires what is due. One that fails stays due, and harms no other. */
  async tick() {
    const now = this.#ctx.now()
    const due = await this.#ctx.db.select().from(schedules).where(lte(schedules.nextAt, now))
    for (const schedule of due) {
      const onDue = this.#listenerOf(schedule.name)
      if (onDue) await this.#fire(schedule, onDue, now)
    }
  }

  async #guardedTick() {
    try {
      await this.tick()
    } catch (error) {
      this.#ctx.log.error({ err: error }, 'schedules could not be read')
    }
  }

  #listenerOf(name: string) {
    for (const [prefix, due] of this.#listeners) if (name.startsWith(prefix)) return due
    return undefined
  }

  async #fire(schedule: typeof schedules.$inferSelect, onDue: OnDue, now: Date) {
    const { name } = schedule
    try {
      await this.#ctx.write(async (tx) => {
        if (await moveOn(tx, schedule, now)) await onDue(tx, name)
      })
    } catch (error) {
      this.#ctx.log.error({ err: error, schedule: name }, 'a schedule could not be started')
    }
  }
}

/** False when another process has moved it, or a person has changed it. */
async function moveOn(tx: Tx, schedule: typeof schedules.$inferSelect, now: Date) {
  const { name, cron, timezone } = schedule
  const nextAt = nextRun(cron, timezone, now)
  const same = and(eq(schedules.name, name), eq(schedules.nextAt, schedule.nextAt))
  const moved = nextAt
    ? await tx.update(schedules).set({ nextAt }).where(same).returning({ name: schedules.name })
    : await tx.delete(schedules).where(same).returning({ name: schedules.name })
  return moved.length > 0
}
