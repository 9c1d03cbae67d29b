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
  uuid,
} from '../../platform/db/columns'
import { libraries, libraryRoots } from '../../catalog/libraries/schema'
import type { NamingSettings } from '../../media/naming/settings'
import { users } from '../../accounts/users/schema'
import type { Message } from '../../platform/messages/message'

/** One scan of a library: its request, progress and result. Kept for 90 days. */
export const scans = table(
  'scans',
  {
    id: id(),
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    mode: oneOf('normal', 'deep').notNull(),
    trigger: oneOf('manual', 'schedule', 'start', 'created', 'watch', 'names').notNull(),
    status: oneOf('pending', 'running', 'completed', 'failed', 'cancelled').notNull(),
    phase: text(),
    /** The folder being walked or the file being read. */
    currentPath: text(),
    filesTotal: integer().notNull().default(0),
    filesProcessed: integer().notNull().default(0),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    moved: integer().notNull().default(0),
    missing: integer().notNull().default(0),
    findings: integer().notNull().default(0),
    /** Reason for a failure, or messages about skipped files. null if neither applies. */
    messages: json<Message[]>(),
    cancelRequestedAt: instant(),
    /** Naming settings before the change, if this scan applied changed settings. */
    namesBefore: json<NamingSettings>(),
    createdAt: createdAt(),
    startedAt: instant(),
    completedAt: instant(),
  },
  (t) => [index('scans_library').on(t.libraryId, t.createdAt)],
)

/**
 * One change by a scan to a book or series, recorded in the transaction that makes the change. Has
 * no foreign keys to the book or series, because they may be deleted.
 */
export const scanChanges = table(
  'scan_changes',
  {
    id: id(),
    scanId: uuid()
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    kind: oneOf('added', 'changed', 'moved', 'missing', 'returned', 'series_moved').notNull(),
    /** null if the change concerns the series. */
    bookId: uuid(),
    seriesId: uuid().notNull(),
    title: text().notNull(),
    /** Relative path of the file after the scan; for a series its folder. */
    path: text().notNull(),
    // State of the book or series before the move.
    libraryBefore: uuid(),
    rootBefore: uuid(),
    pathBefore: text(),
    seriesBefore: uuid(),
    missingBefore: instant(),
    trashedBefore: instant(),
    keyBefore: text(),
    keyAfter: text(),
    /**
     * State of the change's undo, or null if no undo has reached it. `aside`: moved to a temporary
     * location. `skipped`: cannot be undone.
     */
    undo: oneOf('aside', 'done', 'skipped'),
  },
  (t) => [
    index('scan_changes_scan').on(t.scanId, t.kind, t.id),
    index('scan_changes_book').on(t.bookId),
  ],
)

/** A requested undo of a scan and its progress. */
export const scanUndos = table(
  'scan_undos',
  {
    scanId: uuid()
      .primaryKey()
      .references(() => scans.id, { onDelete: 'cascade' }),
    status: oneOf('pending', 'running', 'completed', 'failed').notNull(),
    /** Number of changes that can be undone. */
    total: integer().notNull(),
    done: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    /** Reason for a failure, or message about changes that could not be undone. */
    message: json<Message>(),
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    startedAt: instant(),
    completedAt: instant(),
  },
  (t) => [index('scan_undos_user').on(t.requestedBy)],
)

export interface PreviewedFile {
  path: string
  pathBefore: string | null
  bookId: string | null
}

export interface Previewed {
  count: number
  /** The first few files. */
  examples: PreviewedFile[]
}

export interface PreviewResult {
  state: 'available' | 'unavailable' | 'awaiting_confirmation'
  stateReason: Message | null
  filesFound: number
  ignored: number
  added: Previewed
  changed: Previewed
  moved: Previewed
  missing: Previewed
  returned: Previewed
}

/** Result of the latest preview of a library. */
export const scanPreviews = table('scan_previews', {
  libraryId: uuid()
    .primaryKey()
    .references(() => libraries.id, { onDelete: 'cascade' }),
  /** ID of the job. */
  id: uuid().notNull(),
  mode: oneOf('normal', 'deep').notNull(),
  status: oneOf('pending', 'running', 'completed', 'failed').notNull(),
  result: json<PreviewResult>(),
  message: json<Message>(),
  createdAt: createdAt(),
  completedAt: instant(),
})

/** Files that scans ignore because a user undid the scan that added them. */
export const ignoredFiles = table(
  'ignored_files',
  {
    id: id(),
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    rootId: uuid()
      .notNull()
      .references(() => libraryRoots.id, { onDelete: 'cascade' }),
    relativePath: text().notNull(),
    title: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('ignored_files_file').on(t.rootId, t.relativePath),
    index('ignored_files_library').on(t.libraryId, t.createdAt),
  ],
)

/**
 * The latest merge of a trashed book or series into the one that continues it. Has no foreign keys,
 * because both may be deleted.
 */
export const copyMerges = table('copy_merges', {
  fromId: uuid().primaryKey(),
  /**
   * The same as `fromId` if a person has separated the book from its copy, so that nothing
   * continues it.
   */
  toId: uuid().notNull(),
  mergedAt: instant().notNull(),
  /**
   * The books of the series `fromId` have moved to `toId`, but the user data of the series itself
   * has not been merged yet.
   */
  isPending: boolean().notNull().default(false),
  /** Metadata fields that were copied from the trashed book to its copy. */
  mergedFields: json<string[]>(),
})
