import { users } from '../../accounts/users/schema'
import {
  createdAt,
  index,
  instant,
  json,
  primaryKey,
  table,
  text,
  uuid,
} from '../../platform/db/columns'
import type { Message } from '../../platform/messages/message'
import { connections } from '../connections/schema'
import type { OutsideWork } from './outside/outside-work'
import type { RankedSeries } from './recommend'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The latest recommendations for each user, computed from the catalog and the user's reading. */
export const recommendations = table('recommendations', {
  userId: ofUser().primaryKey(),
  /** Best first. */
  items: json<RankedSeries[]>().notNull(),
  generatedAt: instant(),
  /** Later than `generatedAt` while a job is computing new recommendations. */
  requestedAt: instant(),
})

/** The latest recommendations from a service or plugin for the user of a connection. */
export const outsideRecommendations = table(
  'outside_recommendations',
  {
    connectionId: uuid()
      .primaryKey()
      .references(() => connections.id, { onDelete: 'cascade' }),
    userId: ofUser(),
    /** Best first. */
    items: json<OutsideWork[]>().notNull(),
    generatedAt: instant(),
    /** Last attempt, successful or not. */
    triedAt: instant(),
    /** Set while a job is fetching new recommendations. */
    requestedAt: instant(),
    error: json<Message>(),
  },
  (t) => [index('outside_recommendations_user').on(t.userId)],
)

/** Series that a user does not want recommended. */
export const recommendationDismissals = table(
  'recommendation_dismissals',
  {
    userId: ofUser(),
    /** `library`, or a connection's service. */
    source: text().notNull(),
    /** ID of the series or work. Kept when the series is deleted, in case the series returns. */
    externalId: text().notNull(),
    /** Folded title, so that other copies or editions are not recommended either. */
    titleKey: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.source, t.externalId] })],
)
