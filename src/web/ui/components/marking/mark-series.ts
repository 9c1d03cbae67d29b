/** Marks a whole series as read or unread, and offers to undo it. */
import { api, readResponse, type Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { toastMarked } from './toast-marked'

export async function markSeries(
  { id, metadata: { title } }: Pick<Schemas['Series'], 'id'> & { metadata: { title: string } },
  state: 'read' | 'unread',
  signal?: AbortSignal,
) {
  const init = { params: { path: { id } }, ...(signal && { signal }) }
  const { undoId } = await readResponse(
    state === 'read'
      ? api.POST('/api/v1/series/{id}/read', init)
      : api.POST('/api/v1/series/{id}/unread', init),
  )
  const words =
    state === 'read'
      ? t('Marked {title} as read', { title })
      : t('Marked {title} as unread', { title })
  toastMarked(words, [undoId])
}
