import {
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

/** One scan of a library: what it was asked, how far it is, what it found. Kept 90 days. */
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
    /** Where it reads just now: a root while it walks, then a file below its root. */
    currentPath: text(),
    filesTotal: integer().notNull().default(0),
    filesProcessed: integer().notNull().default(0),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    moved: integer().notNull().default(0),
    missing: integer().notNull().default(0),
    findings: integer().notNull().default(0),
    /** Why it failed or held back, in a reader's words. */
    message: text(),
    cancelRequestedAt: instant(),
    /** How names were read before, where this record is about a change of strategies. */
    namesBefore: json<NamingSettings>(),
    createdAt: createdAt(),
    startedAt: instant(),
    completedAt: instant(),
  },
  (t) => [index('scans_library').on(t.libraryId, t.createdAt)],
)

/**
 * What a scan did, one row for each book or series to which it did something. Written with it, so that it can be
 * read and undone. No references: what it is about may be gone.
 */
export const scanChanges = table(
  'scan_changes',
  {
    id: id(),
    scanId: uuid()
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    kind: oneOf('added', 'changed', 'moved', 'missing', 'returned', 'series_moved').notNull(),
    /** null: it is about the series. */
    bookId: uuid(),
    seriesId: uuid().notNull(),
    title: text().notNull(),
    /** Of the file below its root, as the scan left it; of a series its folder. */
    path: text().notNull(),
    // How a book or a series stood before it was moved.
    libraryBefore: uuid(),
    rootBefore: uuid(),
    pathBefore: text(),
    seriesBefore: uuid(),
    missingBefore: instant(),
    trashedBefore: instant(),
    keyBefore: text(),
    keyAfter: text(),
    /** How far an undo is with it: null, out of the way, done, or not possible. */
    undo: oneOf('aside', 'done', 'skipped'),
  },
  (t) => [
    index('scan_changes_scan').on(t.scanId, t.kind, t.id),
    index('scan_changes_book').on(t.bookId),
  ],
)

/** That a person asked to have a scan undone, and how far that is. */
export const scanUndos = table(
  'scan_undos',
  {
    scanId: uuid()
      .primaryKey()
      .references(() => scans.id, { onDelete: 'cascade' }),
    status: oneOf('pending', 'running', 'completed', 'failed').notNull(),
    /** Changes that can be undone. */
    total: integer().notNull(),
    done: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    /** What could not be undone or why it failed, in words for people. */
    message: text(),
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
  /** The first of them. */
  examples: PreviewedFile[]
}

export interface PreviewResult {
  state: 'available' | 'unavailable' | 'awaiting_confirmation'
  stateReason: string | null
  filesFound: number
  ignored: number
  added: Previewed
  changed: Previewed
  moved: Previewed
  missing: Previewed
  returned: Previewed
}

/** What the latest look at a library found that a scan would do. */
export const scanPreviews = table('scan_previews', {
  libraryId: uuid()
    .primaryKey()
    .references(() => libraries.id, { onDelete: 'cascade' }),
  /** That of its job. */
  id: uuid().notNull(),
  mode: oneOf('normal', 'deep').notNull(),
  status: oneOf('pending', 'running', 'completed', 'failed').notNull(),
  result: json<PreviewResult>(),
  message: text(),
  createdAt: createdAt(),
  completedAt: instant(),
})

/** Files of which a person wants no book, because their scan was undone. */
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
