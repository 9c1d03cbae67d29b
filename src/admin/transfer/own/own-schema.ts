/** JSON Schema of the export of one user. */
import { buildObject, buildSchema, type Schema } from '../everything/archive-schema'
import type { ExportKind } from '../everything/export-kind'

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

const describeItem = (description: string, properties: Record<string, Schema>): Schema => ({
  ...buildObject(Object.keys(properties), properties),
  description,
})

/** Includes only the members of books and series that identify them. */
const items = {
  series: describeItem(
    'Series that other files refer to. The title is empty if the person may not see it.',
    { id: text, title: text },
  ),
  books: describeItem(
    'Books that other files refer to. Only the ID is known of those that the person may not see.',
    {
      id: text,
      title: text,
      series: { ...textOrNull, description: 'ID of series.' },
      path: textOrNull,
      identity: text,
      contentHash: textOrNull,
    },
  ),
}

export const buildOwnSchema = (kinds: readonly ExportKind[]) =>
  buildSchema({ content: 'person', kinds, others: items })
