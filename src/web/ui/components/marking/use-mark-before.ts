/** Menu item that marks all books before this one in its series as read. */
import { useQueryClient } from '@tanstack/react-query'
import { api, readResponse, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { refreshWorks } from '../../api/query'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { toast } from '../feedback/toast'
import { CheckIcon } from '../icons'
import type { MenuItem } from '../menus/menu-item'
import { toastMarked } from './toast-marked'

type Book = Pick<Schemas['FullBook'], 'id' | 'seriesId'>

export function useMarkBefore(book: Book): MenuItem[] {
  const queries = useQueryClient()
  const mark = async () => {
    try {
      const bookIds = await listUnreadBefore(book)
      const { count, undoIds } = await markRead(bookIds)
      toastMarked(
        count === 0
          ? t('Nothing to change')
          : t('Marked {count, plural, one {# book} other {# books}} as read', { count }),
        undoIds,
      )
    } catch (error) {
      toast(formatError(error))
    } finally {
      void refreshWorks(queries)
    }
  }
  if (!usePermission('progress:write')) return []
  return [{ label: t('Mark all before as read'), icon: CheckIcon, onSelect: () => void mark() }]
}

const pageSize = 500

/** Lists the unread books before this one, in the order of the series. */
async function listUnreadBefore({ id, seriesId }: Book): Promise<string[]> {
  const unread: string[] = []
  for (let page = 1; ; page++) {
    const { data, totalPages } = await readResponse(
      api.GET('/api/v1/series/{id}/books', {
        params: { path: { id: seriesId }, query: { page, pageSize } },
      }),
    )
    for (const book of data) {
      if (book.id === id) return unread
      if (book.readProgress?.completed !== true) unread.push(book.id)
    }
    if (page >= totalPages) return []
  }
}

async function markRead(ids: readonly string[]) {
  let count = 0
  const undoIds: (string | null)[] = []
  for (let from = 0; from < ids.length; from += pageSize) {
    const bookIds = ids.slice(from, from + pageSize)
    const done = await readResponse(api.POST('/api/v1/books/bulk/read', { body: { bookIds } }))
    count += done.count
    if (done.count > 0) undoIds.push(done.undoId)
  }
  return { count, undoIds }
}
