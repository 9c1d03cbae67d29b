/** Finds books whose files may be sent or opened. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Db } from '../../../platform/db/store'
import { mayGetTags } from '../../sharing-tags/hold-series'
import { bookMessages } from '../messages'
import type { books } from '../schema'
import { getVisibleBook } from '../service'

type BookWithFile = Awaited<ReturnType<typeof getVisibleBook>>
type ReadState = Pick<typeof books.$inferSelect, 'analyzedAt' | 'finding'>

/** Returns a visible book whose file the viewer may download, or throws. */
export async function getBookWithFile(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<BookWithFile> {
  const [book] = await omitUnknownFiles(db, viewer, [await getVisibleBook({ db }, viewer, id)])
  if (!book) throw new Refusal('unavailable', bookMessages.file_unreadable())
  return book
}

/**
 * For viewers with denied tags, omits books whose files no scan could read. Such a book may be a
 * purged book whose sharing tags have not been restored yet, and its file may have become readable
 * since.
 */
export async function omitUnknownFiles<Book extends ReadState>(
  db: Db,
  { restrictions }: Viewer,
  found: readonly Book[],
): Promise<readonly Book[]> {
  const hidesTags = restrictions !== undefined && restrictions.deniedTagIds.length > 0
  if (!hidesTags || !found.some(isUnreadable) || !(await mayGetTags(db))) return found
  return found.filter((book) => !isUnreadable(book))
}

const isUnreadable = ({ analyzedAt, finding }: ReadState) =>
  analyzedAt === null && finding === 'unreadable'
