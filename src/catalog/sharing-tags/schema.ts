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

/** Tags on series that determine who can see them. Readers never see which tags a series has. */
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
 * All combinations of sharing tags that series have or had. A series stores only the number of its
 * combination, so that every index that sorts series can include it. Even with many series, there
 * are few combinations.
 */
export const sharingSets = table(
  'sharing_sets',
  {
    id: integer().primaryKey(),
    /** Sorted IDs of the tags. */
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
