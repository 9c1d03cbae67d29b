import {
  boolean,
  id,
  index,
  instant,
  integer,
  json,
  oneOf,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'

export const libraries = table(
  'libraries',
  {
    id: id(),
    name: text().notNull(),
    nameKey: text().notNull(),
    description: text(),
    type: oneOf('comic', 'manga', 'book', 'mixed').notNull().default('mixed'),
    defaultReadingDirection: oneOf('ltr', 'rtl', 'ttb', 'webtoon').notNull().default('ltr'),
    /** null: every format that Quire can read. */
    allowedFormats: json<string[]>(),
    /** One glob a line. */
    excludedPatterns: text(),
    seriesStrategy: text().notNull().default('series_volume'),
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
    /** Why the library is not available, in a reader's words. */
    stateReason: text(),
    lastScannedAt: instant(),
    /** Deleted by a person: out of sight, restorable, nothing below it is lost. */
    trashedAt: instant(),
    /** Kept by scans: what an unrestricted viewer sees. */
    seriesCount: integer().notNull().default(0),
    bookCount: integer().notNull().default(0),
    ...timestamps(),
  },
  (t) => [uniqueIndex('libraries_name_key').on(t.nameKey)],
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
    /** Number of the file system the folder lay on when last seen whole. */
    device: text(),
    /** Devices of other file systems below it, by their paths, when last seen whole. */
    mounts: json<Record<string, string>>(),
    /** What lay there, as one short text, when a scan last went through to its end. */
    signature: text(),
    /** How it is watched, as who watches it wrote down; null when it never was. */
    watchMode: oneOf('events', 'polling', 'off'),
    /** Why so, in a reader's words. */
    watchReason: text(),
    ...timestamps(),
  },
  (t) => [index('library_roots_library').on(t.libraryId, t.position)],
)
