import { users } from '../../accounts/users/schema'
import { sharingTags } from '../../catalog/sharing-tags/schema'
import {
  binaryText,
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  oneOf,
  table,
  text,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import type { AddedRows, FactKind } from './merge/facts'
import type { StoredReport } from './merge/report'
import type { FolderMapping } from './match/map-folders'
import type { WaitingBook, WaitingValue } from './merge/waiting-facts'
import { sourceKinds } from './neutral-form'

export const importStates = [
  'reading',
  'ready',
  'applying',
  'done',
  'failed',
  'undoing',
  'undone',
] as const

/** Imports from other programs: previews that wait for a decision, and those that were applied. */
export const imports = table(
  'imports',
  {
    id: id(),
    /** The user who imports into their own account; null for an import of an administrator. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    kind: oneOf(...sourceKinds).notNull(),
    /** Distinguishes installations of the same program. Empty until the source has been read. */
    instance: text().notNull(),
    version: text().notNull(),
    state: oneOf(...importStates).notNull(),
    /**
     * Maps the other program's folders to folders on this server. Waiting facts and later imports
     * use the mappings again.
     */
    folders: json<FolderMapping[]>().notNull(),
    report: json<StoredReport>(),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (t) => [
    index('imports_source').on(t.kind, t.instance, t.createdAt),
    index('imports_user').on(t.userId),
  ],
)

/** The data that an import added, so that a repeated import adds nothing and an undo removes it. */
export const importFacts = table(
  'import_facts',
  {
    id: id(),
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Program, installation, and what identifies the fact: see `buildOrigin`. Hashed if long. */
    origin: binaryText().notNull(),
    kind: text().$type<FactKind>().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /**
     * The book, series, list, sharing tag or user. Not a foreign key, because it may have been
     * deleted.
     */
    itemId: uuid(),
    added: json<AddedRows>().notNull(),
  },
  (t) => [
    uniqueIndex('import_facts_origin').on(t.origin),
    index('import_facts_import').on(t.importId, t.id),
    index('import_facts_user').on(t.userId),
    index('import_facts_item').on(t.itemId),
  ],
)

/** Facts about books that are not on this server. They are added when a scan finds the book. */
export const waitingFacts = table(
  'waiting_facts',
  {
    id: id(),
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The sharing tag for a label of the book's series. */
    tagId: uuid().references(() => sharingTags.id, { onDelete: 'cascade' }),
    origin: binaryText().notNull(),
    /** ID of the book in the other program. All facts about a book are added together. */
    foreignBookId: text().notNull(),
    book: json<WaitingBook>().notNull(),
    value: json<WaitingValue>().notNull(),
    /** Order of the facts of an import. */
    place: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('waiting_facts_origin').on(t.origin),
    index('waiting_facts_import').on(t.importId, t.foreignBookId, t.place),
    index('waiting_facts_user').on(t.userId),
    index('waiting_facts_tag').on(t.tagId),
  ],
)
