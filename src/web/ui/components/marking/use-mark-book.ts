/** Menu items that mark a book as read or unread. Their code is loaded on demand. */
import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { BookOpenIcon, CheckIcon } from '../icons'
import type { MenuItem } from '../menus/menu-item'
import { useAction } from '../use-action'

type Book = Pick<Schemas['FullBook'], 'id' | 'readProgress'>

export function useMarkBook({ id, readProgress }: Book, title: string): MenuItem[] {
  const read = useAction(async (signal) => (await load()).markBook({ id, title }, 'read', signal))
  const unread = useAction(async (signal) =>
    (await load()).markBook({ id, title }, 'unread', signal),
  )
  if (!usePermission('progress:write')) return []
  const mark = { label: t('Mark as read'), icon: CheckIcon, onSelect: read }
  const unmark = { label: t('Mark as unread'), icon: BookOpenIcon, onSelect: unread }
  return [...(readProgress?.completed ? [] : [mark]), ...(readProgress ? [unmark] : [])]
}

const load = () => import('./mark-book')
