import { series } from '../../catalog/series/schema'
import {
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  oneOf,
  primaryKey,
  table,
  text,
  uuid,
} from '../../platform/db/columns'
import type { Message } from '../../platform/messages/message'
import { connections } from '../connections/schema'
import type { ListChange, ListEntry } from '../connections/services/list-service'
import type { UndoableReading } from '../../reading/progress/adjustments/undoable-readings'
import type { Axis, Base } from './rules/model'

const ofConnection = () =>
  uuid()
    .notNull()
    .references(() => connections.id, { onDelete: 'cascade' })

/** The state of each work after the last sync. */
export const syncStates = table(
  'sync_states',
  {
    connectionId: ofConnection(),
    /** ID of the work at the service. */
    externalId: text().notNull(),
    base: json<Base>().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.externalId] })],
)

export const syncRunStates = ['waiting', 'running', 'done', 'failed', 'undoing', 'undone'] as const

/** A sync that changed something, or is waiting for approval. */
export const syncRuns = table(
  'sync_runs',
  {
    id: id(),
    connectionId: ofConnection(),
    /** `waiting`: a person has to approve it. */
    state: oneOf(...syncRunStates).notNull(),
    /** Numbers of works that were pulled or pushed, or that failed. */
    pulled: integer().notNull().default(0),
    pushed: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    error: json<Message>(),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (t) => [index('sync_runs_connection').on(t.connectionId, t.createdAt)],
)

export interface PushDetail {
  /** The entry at the service before the push, or null if there was none. */
  before: ListEntry | null
  change: ListChange
  /** The service may have received the change, even if the result was not stored. */
  isSent: boolean
}

export interface PullDetail {
  upTo: Partial<Record<Axis, number>>
  /** The work is added to the want-to-read list. */
  isWanted: boolean
  /** Number of books to mark as read. */
  count: number
  /** Progress here before the pull. */
  readBefore: Partial<Record<Axis, number>>
  /** Books that an undo restores. */
  books: UndoableReading[]
  opinion?: PulledOpinion
}

/** A rating or notes that a pull stores here. */
export interface PulledOpinion {
  seriesId: string
  score?: number
  notes?: string
  /** The values that an undo restores. */
  before: { score: number | null; notes: string | null }
}

/** A change that a sync makes to a work on one side. */
export const syncChanges = table(
  'sync_changes',
  {
    id: id(),
    runId: uuid()
      .notNull()
      .references(() => syncRuns.id, { onDelete: 'cascade' }),
    externalId: text().notNull(),
    /** null if the series was deleted. */
    seriesId: uuid().references(() => series.id, { onDelete: 'set null' }),
    /** Title of the series when the change was planned. */
    title: text().notNull(),
    direction: oneOf('pull', 'push').notNull(),
    /** Either `push` or `pull` is set, depending on the direction of the change. */
    push: json<PushDetail>(),
    pull: json<PullDetail>(),
    /** `kept`: something else has changed since, so the undo skipped it. */
    state: oneOf('planned', 'done', 'failed', 'undone', 'kept').notNull(),
    error: json<Message>(),
  },
  (t) => [index('sync_changes_run').on(t.runId, t.id), index('sync_changes_series').on(t.seriesId)],
)
