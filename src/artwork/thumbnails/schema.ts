import { index, instant, integer, oneOf, real, table, text, uuid } from '../../platform/db/columns'

/**
 * One thumbnail of a book, an uploaded or suggested cover, or an image in a library folder. Its
 * file is in the storage, in `thumbnails`.
 */
export const thumbnails = table(
  'thumbnails',
  {
    /** ID of the book, the cover or the sidecar file of the image. */
    ownerId: uuid().primaryKey(),
    ownerKind: oneOf('book', 'cover').notNull(),
    /** Name of the file's folder: the last two characters of the owner's ID. */
    shard: text().notNull(),
    /** `failed` means that there are no further attempts until the source changes. */
    state: oneOf('made', 'failed').notNull(),
    /** Number of decoder crashes. */
    deaths: integer().notNull().default(0),
    /** Hash of the file, or empty if there is none. */
    hash: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    /** `#rrggbb` color, shown until the thumbnail is loaded. */
    color: text(),
    madeAt: instant().notNull(),
  },
  (t) => [index('thumbnails_shard').on(t.shard, t.ownerId)],
)

/**
 * The modification time of each shard's folder, in milliseconds, when the files were last compared
 * with the rows. If the time is unchanged, no file was added or deleted. It is stored in the
 * database, so that a restored database does not rely on a check made after its backup.
 */
export const thumbnailShards = table('thumbnail_shards', {
  shard: text().primaryKey(),
  checkedMtimeMs: real().notNull(),
})
