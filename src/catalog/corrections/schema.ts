import { id, index, json, oneOf, table, text, timestamps, uuid } from '../../platform/db/columns'
import { libraries } from '../libraries/schema'
import type { StoredChange } from './model'

/** Parsing rules. They are permanent and apply to every scan. */
export const nameRules = table(
  'name_rules',
  {
    id: id(),
    /** null if the rule applies to all libraries. */
    libraryId: uuid().references(() => libraries.id, { onDelete: 'cascade' }),
    match: oneOf('text', 'glob').notNull(),
    pattern: text().notNull(),
    on: oneOf('file', 'folder', 'path').notNull(),
    change: json<StoredChange>().notNull(),
    ...timestamps(),
  },
  (t) => [index('name_rules_library').on(t.libraryId, t.id)],
)
