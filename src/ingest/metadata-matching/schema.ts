import { books } from '../../catalog/books/schema'
import { libraries } from '../../catalog/libraries/schema'
import { series } from '../../catalog/series/schema'
import { users } from '../../accounts/users/schema'
import {
  boolean,
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  oneOf,
  real,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import type { Message } from '../../platform/messages/message'
import type { CandidateView } from './model'
import type { RefreshConfig } from './refresh/refresh-model'

/** A library's matching settings. Without a row, the defaults apply. */
export const libraryMatching = table('library_matching', {
  libraryId: uuid()
    .primaryKey()
    .references(() => libraries.id, { onDelete: 'cascade' }),
  /** Provider names, most trusted first. null for all enabled ones that fit the library. */
  providers: json<string[]>(),
  /** Minimum score for applying a match without asking. */
  threshold: real(),
  /** Matches new series and books after each scan. */
  matchNew: boolean().notNull().default(false),
  /** Provider covers replace the covers from book files. */
  preferProviderCovers: boolean().notNull().default(false),
  /** `original`, `romanized` or a BCP 47 tag. null for the provider's preferred title. */
  titleLanguage: text(),
  ...timestamps(),
})

/** Scheduled refreshes of a library. */
export const libraryJobs = table(
  'library_jobs',
  {
    id: id(),
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    enabled: boolean().notNull(),
    cronSchedule: text().notNull(),
    /** null for the server's time zone. */
    timezone: text(),
    config: json<RefreshConfig>().notNull(),
    ...timestamps(),
  },
  (t) => [index('library_jobs_library').on(t.libraryId)],
)

/** Background runs that match or refresh many series and books. */
export const matchRuns = table(
  'match_runs',
  {
    id: id(),
    /** null for a selection of series. */
    libraryId: uuid().references(() => libraries.id, { onDelete: 'cascade' }),
    /** null if Quire started the run, or if the account was deleted. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The only provider to use, or null for the library's providers. */
    provider: text(),
    /**
     * The library job that refreshes metadata. null for a matching run, or if the job was deleted.
     */
    jobId: uuid().references(() => libraryJobs.id, { onDelete: 'set null' }),
    isRefresh: boolean().notNull().default(false),
    /** false if the user who started the run may not change books. */
    includesBooks: boolean().notNull().default(true),
    /** For a refresh, the last series of the most recently refreshed slice. */
    cursor: uuid(),
    state: oneOf('running', 'completed', 'canceled', 'failed').notNull().default('running'),
    /** The reason why the run failed. */
    message: json<Message>(),
    /** Only series and books created after this time are matched. null for all. */
    createdAfter: instant(),
    /** Time when all series and books of the library had been added to the run. */
    listedAt: instant(),
    createdAt: createdAt(),
    finishedAt: instant(),
    undoRequestedAt: instant(),
    undoneAt: instant(),
  },
  (t) => [
    index('match_runs_library').on(t.libraryId, t.createdAt),
    index('match_runs_user').on(t.userId),
    index('match_runs_job').on(t.jobId, t.createdAt),
  ],
)

/** A series or book in a run and its result. */
export const matchRunItems = table(
  'match_run_items',
  {
    id: id(),
    runId: uuid()
      .notNull()
      .references(() => matchRuns.id, { onDelete: 'cascade' }),
    /** Either `seriesId` or `bookId` is set. */
    seriesId: uuid().references(() => series.id, { onDelete: 'cascade' }),
    bookId: uuid().references(() => books.id, { onDelete: 'cascade' }),
    /** `review`: a person must choose. `none`: no similar work was found. */
    state: oneOf('waiting', 'applied', 'review', 'none', 'failed', 'skipped')
      .notNull()
      .default('waiting'),
    /** Best first. */
    candidates: json<CandidateView[]>(),
    /** The reason why nothing was applied. */
    reason: json<Message>(),
    provider: text(),
    externalId: text(),
    changedFields: integer().notNull().default(0),
    /** Cover added by the run. */
    coverId: uuid(),
  },
  (t) => [
    uniqueIndex('match_run_items_run_series').on(t.runId, t.seriesId),
    uniqueIndex('match_run_items_run_book').on(t.runId, t.bookId),
    index('match_run_items_state').on(t.runId, t.state, t.id),
    index('match_run_items_series').on(t.seriesId),
    index('match_run_items_book').on(t.bookId),
  ],
)
