import {
  boolean,
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  primaryKey,
  table,
  text,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { users } from '../../accounts/users/schema'
import type { KoboLocation } from './model'

/** E-readers. Each has a key, which is part of the URL configured on the device. */
export const koboDevices = table(
  'kobo_devices',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A name chosen by the owner. */
    name: text().notNull(),
    keyHash: text().notNull(),
    /** null for all libraries that the user can see. */
    libraryIds: json<string[]>(),
    /** Number of the last response that listed changes. */
    batch: integer().notNull().default(0),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('kobo_devices_key').on(t.keyHash),
    index('kobo_devices_user').on(t.userId, t.createdAt),
  ],
)

/**
 * The version of each book that each device has. The row is kept after the book is deleted, so that
 * the removal can be sent to the device.
 */
export const koboBooks = table(
  'kobo_books',
  {
    deviceId: uuid()
      .notNull()
      .references(() => koboDevices.id, { onDelete: 'cascade' }),
    bookId: uuid().notNull(),
    /** The book's `updatedAt` when it was sent, or null if the book has to be sent. */
    sentVersion: instant(),
    /** The series title, cover hash and file identity that were sent. */
    sentSeries: text(),
    sentCover: text(),
    sentContent: text(),
    /**
     * Identifies the file to the device, which downloads the book again when this changes. null
     * means that the book's ID is used.
     */
    revisionId: uuid(),
    /** The `updatedAt` of the progress when it was sent or received. */
    sentProgressAt: instant(),
    /**
     * Number of the response that sent this version. A device whose token has a lower number did
     * not receive it.
     */
    batch: integer().notNull(),
    /**
     * Number of the last earlier response that contained the book and was received, or null if
     * there is none.
     */
    receivedBatch: integer(),
    /** True if the response contained only the position. */
    isPositionOnly: boolean().notNull().default(false),
    /**
     * True if the removal was sent. The row is kept in case the device returns with an older token.
     */
    isRemoved: boolean().notNull().default(false),
    /** True if the user deleted the book on the device. Such a book is not sent again. */
    isDismissed: boolean().notNull().default(false),
    /** The position as sent by the device. */
    location: json<KoboLocation>(),
    /** `updatedAt` of the progress that `location` corresponds to. */
    locationAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.deviceId, t.bookId] }),
    index('kobo_books_revision').on(t.deviceId, t.revisionId),
    index('kobo_books_batch').on(t.deviceId, t.batch),
  ],
)

/**
 * Reading lists that each device shows as collections. The row is kept after the list is deleted,
 * so that the removal can be sent to the device.
 */
export const koboTags = table(
  'kobo_tags',
  {
    deviceId: uuid()
      .notNull()
      .references(() => koboDevices.id, { onDelete: 'cascade' }),
    listId: uuid().notNull(),
    /** Hash of the name and books that were sent, or null if the list has to be sent. */
    sentVersion: text(),
    /** Number of the response that sent this version of the list, as in `kobo_books`. */
    batch: integer().notNull(),
    isRemoved: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.listId] })],
)
