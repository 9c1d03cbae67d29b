import {
  boolean,
  id,
  index,
  instant,
  integer,
  json,
  oneOf,
  primaryKey,
  table,
  text,
  timestamps,
  uuid,
} from '../../platform/db/columns'
import type { Message } from '../../platform/messages/message'

export const libraries = table(
  'libraries',
  {
    id: id(),
    name: text().notNull(),
    nameKey: text().notNull(),
    description: text(),
    type: oneOf('comic', 'manga', 'webtoon', 'book', 'mixed').notNull().default('mixed'),
    defaultReadingDirection: oneOf('ltr', 'rtl', 'ttb', 'webtoon').notNull().default('ltr'),
    /** null if all supported formats are allowed. */
    allowedFormats: json<string[]>(),
    /** One glob pattern per line. */
    excludedPatterns: text(),
    /** Whether links to folders and files outside the library are followed. */
    followLinks: boolean().notNull().default(false),
    seriesStrategy: text().notNull().default('smart'),
    seriesConfig: json<Record<string, unknown>>(),
    bookStrategy: text().notNull().default('smart'),
    bookConfig: json<Record<string, unknown>>(),
    numberStrategy: text().notNull().default('smart'),
    numberConfig: json<Record<string, unknown>>(),
    scanningEnabled: boolean().notNull().default(true),
    cronSchedule: text(),
    cronTimezone: text(),
    scanMode: oneOf('normal', 'deep').notNull().default('normal'),
    scanOnStart: boolean().notNull().default(false),
    watch: oneOf('on', 'off', 'auto').notNull().default('auto'),
    isActive: boolean().notNull().default(true),
    state: oneOf('available', 'unavailable', 'awaiting_confirmation')
      .notNull()
      .default('available'),
    /** Reason why the library is not available, or null if it is. */
    stateReason: json<Message>(),
    /**
     * Time when `state` last changed, or null if it has not changed since the library was added.
     */
    stateChangedAt: instant(),
    lastScannedAt: instant(),
    /**
     * Set when a user deletes the library, which is then hidden but can be restored with all its
     * contents.
     */
    trashedAt: instant(),
    /** Stored counts for unrestricted viewers. */
    seriesCount: integer().notNull().default(0),
    bookCount: integer().notNull().default(0),
    ...timestamps(),
  },
  (t) => [index('libraries_name_key').on(t.nameKey)],
)

export const libraryRoots = table(
  'library_roots',
  {
    id: id(),
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    position: integer().notNull().default(0),
    /** Device number of the folder's file system at the last complete scan. */
    device: text(),
    /**
     * Device numbers of file systems mounted below the folder, by path, at the last complete scan.
     */
    mounts: json<Record<string, string>>(),
    /** Signature of the contents after the last complete scan. */
    signature: text(),
    /** Current watch mode, or null if the folder was never watched. */
    watchMode: oneOf('events', 'polling', 'off'),
    /** Reason why file system events are not used. */
    watchReason: json<Message>(),
    ...timestamps(),
  },
  (t) => [index('library_roots_library').on(t.libraryId, t.position)],
)

/**
 * Real paths outside a root that its links pointed to at the last scan. Nothing else outside the
 * root is served.
 */
export const linkTargets = table(
  'link_targets',
  {
    rootId: uuid()
      .notNull()
      .references(() => libraryRoots.id, { onDelete: 'cascade' }),
    /** A file, or a folder with everything in it. */
    path: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.rootId, t.path] })],
)
