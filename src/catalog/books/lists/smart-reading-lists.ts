/** Prepares the filter of a book list, whose condition can reference smart reading lists. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { completeCondition } from '../../item-lists/smart/named-lists'
import { expandSmartLists } from '../../item-lists/smart/smart-lists'
import { readingListTables } from '../../reading-lists/schema'
import type { BookFilter } from '../queries'
import { bookCondition, buildFilter } from './book-condition'
import type { BookCondition, BookListBody } from './model'
import { findNamedBooks } from './named-search'

/**
 * Combines a condition and search text into a filter. Replaces references to smart lists with the
 * conditions of those lists, and finds books by series and number or words.
 */
export async function prepareFilter(
  { db, heavy }: Pick<Context, 'db' | 'heavy'>,
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
  const filter = buildFilter(viewer, { ...body, condition: expanded })
  const { search } = filter
  return search ? { ...filter, named: await findNamedBooks(heavy, viewer, search) } : filter
}
