import { index, instant, integer, oneOf, table, text, uuid } from '../../platform/db/columns'

/** One thumbnail of a book or an uploaded cover; the picture lies under `data/thumbnails`. */
export const thumbnails = table(
  'thumbnails',
  {
    /** Id of the book or the cover that it shows. */
    ownerId: uuid().primaryKey(),
    ownerKind: oneOf('book', 'cover').notNull(),
    /** The folder of the picture: the last two letters of the owner's id. */
    shard: text().notNull(),
    /** `failed`: there is no picture, and none is tried before the file changes. */
    state: oneOf('made', 'failed').notNull(),
    /** How often a decoder died over it. */
    deaths: integer().notNull().default(0),
    /** Hash of the picture's bytes; empty when there is none. */
    hash: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    /** `#rrggbb`, shown until the picture is there. */
    color: text(),
    madeAt: instant().notNull(),
  },
  (t) => [index('thumbnails_shard').on(t.shard, t.ownerId)],
)
