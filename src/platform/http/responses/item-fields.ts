/**
 * The query parameter `fields` of lists. With it, each item has only the named members, for clients
 * that show only a few of them. Without it, items are complete.
 */
import type { TSchema } from '@sinclair/typebox'
import { invalid } from '../../../errors'
import type { NowOrLater } from '../../lib/async/now-or-later'
import { requestMessages, valueMessages } from '../../messages/common'
import { createTextResponse } from './compress'
import { respondWithEtag } from './etag'
import { optional, wordsText } from '../shapes'

/** The schema of the items in a list. */
interface Item {
  properties: Record<string, TSchema>
}

const maxLength = 2000

export const fieldsQuery = (item: Item) => ({
  fields: optional(
    wordsText(listFields(item), {
      maxLength,
      description:
        'Members to include in each item, separated by commas. `metadata.title` is a nested member. All other members are omitted, even if the schema requires them.',
    }),
  ),
})

/** Lists the members and their nested members, such as `metadata.title`. */
function listFields({ properties }: Item): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = (schema as Partial<Item>).properties
    return inner ? [name, ...Object.keys(inner).map((one) => `${name}.${one}`)] : [name]
  })
}

/**
 * Returns the page unchanged, or a response that contains only the requested members. The response
 * is not validated, because the schema of the route describes complete items. For the same reason,
 * it has the type of the page.
 */
export function pickFields<Page extends { data: object[] }>(
  request: Request,
  page: Page,
  { item, fields }: { item: Item; fields: string | undefined },
): NowOrLater<Page> {
  if (fields === undefined) return page
  const paths = parseFields(item, fields)
  const data = page.data.map((one) => pick(one as Members, paths))
  const headers = { 'content-type': 'application/json' }
  const text = JSON.stringify({ ...page, data })
  const response =
    request.method === 'POST'
      ? createTextResponse(request, text, { headers })
      : respondWithEtag(request, text, headers)
  return response as NowOrLater<Response & Page>
}

/** Rejects unknown names and lists the known ones. */
function parseFields(item: Item, given: string): string[][] {
  const known = new Set(listFields(item))
  const words = given.split(',').map((word) => word.trim())
  if (words.every((word) => known.has(word))) return words.map((word) => word.split('.'))
  const message = valueMessages.several_of({ values: [...known].join(', ') })
  throw invalid(requestMessages.query_invalid(), [{ path: 'fields', message }])
}

type Members = Record<string, unknown>

function pick(item: Members, paths: readonly string[][]): Members {
  const picked: Members = {}
  for (const [name = '', inner] of paths) {
    const value = item[name]
    if (inner === undefined || value === null) picked[name] = value
    // A member that was also selected as a whole stays complete.
    else if (picked[name] !== value) {
      picked[name] = { ...(picked[name] as Members), [inner]: (value as Members)[inner] }
    }
  }
  return picked
}
