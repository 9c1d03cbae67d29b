import {
  id,
  index,
  integer,
  primaryKey,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'

/** Marks on series that decide who sees them. Readers never see them on series. */
export const sharingTags = table(
  'sharing_tags',
  {
    id: id(),
    name: text().notNull(),
    nameKey: text().notNull(),
    description: text(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('sharing_tags_name').on(t.nameKey)],
)

/**
 * Each combination of sharing tags that series have or had, so that a series has only a number and
 * every index that sorts series can hold it. Few, however many series there are.
 */
export const sharingSets = table(
  'sharing_sets',
  {
    id: integer().primaryKey(),
    /** Sorted ids of the tags. */
    tagKey: text().notNull(),
  },
  (t) => [uniqueIndex('sharing_sets_key').on(t.tagKey)],
)

export const sharingSetTags = table(
  'sharing_set_tags',
  {
    tagId: uuid()
      .notNull()
      .references(() => sharingTags.id, { onDelete: 'cascade' }),
    setId: integer()
      .notNull()
      .references(() => sharingSets.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.tagId, t.setId] }),
    index('sharing_set_tags_set').on(t.setId, t.tagId),
  ],
)
