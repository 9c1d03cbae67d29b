/** Smart reading lists that a condition of books names. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { completeCondition } from '../../item-lists/smart/named-lists'
import { expandSmartLists } from '../../item-lists/smart/smart-lists'
import { readingListTables } from '../../reading-lists/schema'
import type { BookFilter } from '../queries'
import { bookCondition, buildFilter } from './book-condition'
import type { BookCondition, BookListBody } from './model'

/** Combines condition and search text to a filter, with the conditions of the lists that it names. */
export async function prepareFilter(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  { condition, ...body }: BookListBody,
): Promise<BookFilter> {
  const expanded = condition
    ? await expandSmartLists(db, viewer, condition, {
        tables: readingListTables,
        field: 'inReadList',
        compile: (own) => bookCondition(viewer, completeCondition(own) as BookCondition),
      })
    : null
  return buildFilter(viewer, { ...body, condition: expanded })
}
