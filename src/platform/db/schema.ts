import { createdAt, table, text } from './columns'

/**
 * Facts about this installation, such as its ID and the version of Quire that last used the
 * database.
 */
export const installation = table('installation', {
  key: text().primaryKey(),
  value: text().notNull(),
  createdAt: createdAt(),
})
