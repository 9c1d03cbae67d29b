import { createdAt, index, oneOf, table, uuid } from '../../../platform/db/columns'
import { series } from '../schema'
import { editionKinds } from './model'

/** Series that are editions of one work. A work without a second series has no rows. */
export const seriesEditions = table(
  'series_editions',
  {
    seriesId: uuid()
      .primaryKey()
      .references(() => series.id, { onDelete: 'cascade' }),
    workId: uuid().notNull(),
    /** How the series differs from those that were linked before it. */
    kind: oneOf(...editionKinds).notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('series_editions_work').on(t.workId)],
)
