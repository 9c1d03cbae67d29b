import { createdAt, table, text } from './columns'

/** Facts about this installation: its instance id and the version that last wrote to it. */
export const installation = table('installation', {
  key: text().primaryKey(),
  value: text().notNull(),
  createdAt: createdAt(),
})
