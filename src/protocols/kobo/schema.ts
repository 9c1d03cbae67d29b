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

/** E-readers. Each has a key, which is part of the address that the device is set to. */
export const koboDevices = table(
  'kobo_devices',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In the words of its owner. */
    name: text().notNull(),
    keyHash: text().notNull(),
    /** null: all libraries that the user can see. */
    libraryIds: json<string[]>(),
    /** Number of the last answer that listed changes. */
    batch: integer().notNull().default(0),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('kobo_devices_key').on(t.keyHash),
    index('kobo_devices_user').on(t.userId, t.createdAt),
  ],
)

/** What each device knows about each book. The row outlives the book, so that its removal is sent. */
export const koboBooks = table(
  'kobo_books',
  {
    deviceId: uuid()
      .notNull()
      .references(() => koboDevices.id, { onDelete: 'cascade' }),
    bookId: uuid().notNull(),
    /** `updatedAt` of the book as it was sent; null: the book has to be sent. */
    sentVersion: instant(),
    /** Title of the series, hash of the cover and identity of the file as they were sent. */
    sentSeries: text(),
    sentCover: text(),
    sentContent: text(),
    /** Names the file to the device, which downloads another one again; null: the id of the book. */
    revisionId: uuid(),
    /** `updatedAt` of the progress as it was sent or received. */
    sentProgressAt: instant(),
    /** The answer that sent this. A device that asks with an older token did not receive it. */
    batch: integer().notNull(),
    /** The answer before it that told about the book and was received; null: none. */
    receivedBatch: integer(),
    /** The answer told only the position. */
    isPositionOnly: boolean().notNull().default(false),
    /** The removal was sent. The row stays for devices that come back with an older token. */
    isRemoved: boolean().notNull().default(false),
    /** The reader deleted the book on the device, so it is not sent again. */
    isDismissed: boolean().notNull().default(false),
    /** The position as the device sent it. */
    location: json<KoboLocation>(),
    /** `positionAt` of the progress that `location` belongs to. */
    locationAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.deviceId, t.bookId] }),
    index('kobo_books_revision').on(t.deviceId, t.revisionId),
    index('kobo_books_batch').on(t.deviceId, t.batch),
  ],
)

/** Reading lists that each device shows as collections. The row outlives the list, so that its removal is sent. */
export const koboTags = table(
  'kobo_tags',
  {
    deviceId: uuid()
      .notNull()
      .references(() => koboDevices.id, { onDelete: 'cascade' }),
    listId: uuid().notNull(),
    /** Hash of the name and the books as they were sent; null: the list has to be sent. */
    sentVersion: text(),
    /** The answer that sent this, as in `kobo_books`. */
    batch: integer().notNull(),
    isRemoved: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.listId] })],
)
