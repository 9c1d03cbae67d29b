import { createdAt, table, text } from './columns'

/** Facts about this installation: the ID of the instance, and the version that last wrote to it. */
export const installation = table('installation', {
  key: text().primaryKey(),
  value: text().notNull(),
  createdAt: createdAt(),
})
