import { sql } from 'drizzle-orm'
import {
  boolean,
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  oneOf,
  table,
  text,
  uniqueIndex,
} from '../db/columns'
import type { Message } from '../messages/message'

export const jobs = table(
  'jobs',
  {
    id: id(),
    kind: text().notNull(),
    /** No two jobs that are ready or running have the same key. */
    key: text(),
    payload: json<unknown>().notNull(),
    state: oneOf('ready', 'running', 'done', 'failed', 'cancelled').notNull().default('ready'),
    priority: integer().notNull().default(0),
    runAt: instant().notNull(),
    /**
     * The job was requested again while it was running, so it runs once more when it has finished.
     */
    again: boolean().notNull().default(false),
    attempts: integer().notNull().default(0),
    maxAttempts: integer().notNull().default(5),
    owner: text(),
    leaseUntil: instant(),
    /** Error message of the latest failed attempt. */
    error: json<Message>(),
    createdAt: createdAt(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (t) => [
    index('jobs_ready')
      .on(t.kind, sql`${t.priority} desc`, t.runAt, t.id)
      .where(sql`${t.state} = 'ready'`),
    index('jobs_lease')
      .on(t.leaseUntil)
      .where(sql`${t.state} = 'running'`),
    uniqueIndex('jobs_key')
      .on(t.key)
      .where(sql`${t.state} in ('ready', 'running')`),
    index('jobs_state').on(t.state, t.kind),
    index('jobs_finished').on(t.finishedAt),
  ],
)

/**
 * When each schedule fires next. One process claims each due time. If several are missed, the
 * schedule fires only once.
 */
export const schedules = table('schedules', {
  name: text().primaryKey(),
  cron: text().notNull(),
  timezone: text(),
  nextAt: instant().notNull(),
})
