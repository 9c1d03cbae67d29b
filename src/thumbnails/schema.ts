import { instant, integer, table, text, uuid } from '../db/columns'

/** One made thumbnail of a book or an uploaded cover; the picture lies under `data/thumbnails`. */
export const thumbnails = table('thumbnails', {
  /** Id of the book or the cover that it shows. */
  ownerId: uuid().primaryKey(),
  ownerKind: text().notNull(),
  /** Strong validator: hash of the picture's bytes. */
  etag: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  madeAt: instant().notNull(),
})
