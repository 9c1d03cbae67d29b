/** Marks one book as read or unread, and offers to undo it. */
import { api, readResponse } from '../../api/client'
import { t } from '../../i18n/i18n'
import { toastMarked } from './toast-marked'

export async function markBook(
  { id, title }: { id: string; title: string },
  state: 'read' | 'unread',
  signal: AbortSignal,
) {
  const init = { body: { bookIds: [id] }, signal }
  const { undoId } = await readResponse(
    state === 'read'
      ? api.POST('/api/v1/books/bulk/read', init)
      : api.POST('/api/v1/books/bulk/unread', init),
  )
  const words =
    state === 'read'
      ? t('Marked {title} as read', { title })
      : t('Marked {title} as unread', { title })
  toastMarked(words, [undoId])
}
