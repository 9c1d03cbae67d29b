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

export const notificationChannels = table(
  'notification_channels',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: oneOf(...channelKinds).notNull(),
    /** Name chosen by the owner. */
    name: text().notNull(),
    /** Host of the address. The address itself is sealed because it may contain a key. */
    host: text().notNull(),
    /** The sealed address and token. */
    sealedTarget: text().notNull(),
    newsKinds: json<NewsKind[]>().notNull(),
    frequency: oneOf(...frequencies).notNull(),
    /** Hours from 0 to 23 in the server's time zone, or null for none. */
    quietFrom: integer(),
    quietUntil: integer(),
    enabled: boolean().notNull().default(true),
    /**
     * Time when an email address was confirmed, or when a channel of another kind was created.
     * While it is null, only confirmation codes are sent.
     */
    confirmedAt: instant(),
    /** Expiry time of the code. `wrongCodes` counts how many times a wrong code was entered. */
    codeUntil: instant(),
    wrongCodes: integer().notNull().default(0),
    /** News up to this time has been sent, or is older than the channel. */
    sentUntil: instant().notNull(),
    lastSentAt: instant(),
    lastError: json<Message>(),
    /** Time of the first failure since the last success. */
    failingSince: instant(),
    failures: integer().notNull().default(0),
    /** No attempt is scheduled before this time. */
    notBefore: instant(),
    createdAt: createdAt(),
  },
  (t) => [index('notification_channels_user').on(t.userId, t.createdAt)],
)

export type ChannelRow = typeof notificationChannels.$inferSelect

/** Codes sent at a user's request during the last day. */
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
 * Notifications that a user has read or deleted. They are derived from other tables, so `newsId` is
 * not a foreign key. If the same event happens again, that is a new notification.
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
