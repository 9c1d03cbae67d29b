import {
  boolean,
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
import { users } from '../../accounts/users/schema'
import type { Message } from '../../platform/messages/message'
import { channelKinds, frequencies, type NewsKind } from './model'

/** Where a user is told what is new. */
export const notificationChannels = table(
  'notification_channels',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: oneOf(...channelKinds).notNull(),
    /** In the words of its owner. */
    name: text().notNull(),
    /** Of the address, which is sealed because it may contain a key. */
    host: text().notNull(),
    /** Address and token. */
    sealedTarget: text().notNull(),
    newsKinds: json<NewsKind[]>().notNull(),
    frequency: oneOf(...frequencies).notNull(),
    /** Hours of the server's time zone, 0 to 23; null: none. */
    quietFrom: integer(),
    quietUntil: integer(),
    enabled: boolean().notNull().default(true),
    /** When its owner entered the code that was sent to an email address. Null: nothing else is sent there. */
    confirmedAt: instant(),
    /** Until when the code is valid, and how often a wrong one was entered. */
    codeUntil: instant(),
    wrongCodes: integer().notNull().default(0),
    /** News until then has been sent, or is older than the channel. */
    sentUntil: instant().notNull(),
    lastSentAt: instant(),
    lastError: json<Message>(),
    /** Since when every attempt has failed. */
    failingSince: instant(),
    failures: integer().notNull().default(0),
    /** Not tried by schedule before that. */
    notBefore: instant(),
    createdAt: createdAt(),
  },
  (t) => [index('notification_channels_user').on(t.userId, t.createdAt)],
)

export type ChannelRow = typeof notificationChannels.$inferSelect

/** Codes that were sent on request of a user during the last day. */
export const notificationCodes = table(
  'notification_codes',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('notification_codes_user').on(t.userId, t.createdAt)],
)

/**
 * What a user did with a notification. What it is about is kept elsewhere, so `newsId` has no reference; it is
 * another notification if it happens again.
 */
export const notificationStates = table(
  'notification_states',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    newsId: uuid().notNull(),
    happenedAt: instant().notNull(),
    readAt: instant(),
    deletedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.newsId] }),
    index('notification_states_happened').on(t.happenedAt),
  ],
)
