import { sql } from 'drizzle-orm'
import {
  id,
  index,
  integer,
  json,
  long,
  oneOf,
  real,
  table,
  text,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import type { StoredMetadata } from '../../media/contents/file-metadata'
import { libraryRoots } from '../libraries/schema'
import type { Message } from '../../platform/messages/message'

export const sidecarKinds = ['comicinfo', 'opf', 'series_json', 'artwork', 'mokuro'] as const

/** Sidecar files of books and series. Their contents stay on disk. */
export const sidecars = table(
  'sidecars',
  {
    /** The cover created from the file has the same ID. */
    id: id(),
    rootId: uuid()
      .notNull()
      .references(() => libraryRoots.id, { onDelete: 'cascade' }),
    /** Path of the folder relative to the root, or empty for the root itself. */
    folder: text().notNull(),
    name: text().notNull(),
    /**
     * Book file name without extension, or null if the sidecar file applies to the whole folder.
     */
    book: text(),
    kind: oneOf(...sidecarKinds).notNull(),
    size: long().notNull(),
    /** Milliseconds since 1970, from the file system. */
    modifiedAtMs: real().notNull(),
    /** Media type, if the file is a displayable image. */
    mediaType: text(),
    width: integer(),
    height: integer(),
    metadata: json<StoredMetadata>(),
    /** Description of the problem for users. */
    finding: json<{ code: string; message: Message }>(),
  },
  (t) => [
    uniqueIndex('sidecars_file').on(t.rootId, t.folder, t.name),
    // Excludes files without problems, which are nearly all.
    index('sidecars_finding')
      .on(t.id)
      .where(sql`${t.finding} is not null`),
  ],
)
