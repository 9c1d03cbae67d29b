/** Menu items that mark a whole series as read or unread. Their code is loaded on demand. */
import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { BookOpenIcon, CheckIcon } from '../icons'
import type { MenuItem } from '../menus/menu-item'
import { useAction } from '../use-action'

type Series = Schemas['Series']

export function useMarkSeries(series: Series): MenuItem[] {
  const { bookCount, unreadCount } = series
  const read = useAction(async (signal) => (await load()).markSeries(series, 'read', signal))
  const unread = useAction(async (signal) => (await load()).markSeries(series, 'unread', signal))
  const may = usePermission('progress:write')
  if (!may || bookCount === 0) return []
  const mark = { label: t('Mark all as read'), icon: CheckIcon, onSelect: read }
  const unmark = { label: t('Mark all as unread'), icon: BookOpenIcon, onSelect: unread }
  return [...(unreadCount === 0 ? [] : [mark]), ...(unreadCount === bookCount ? [] : [unmark])]
}

const load = () => import('./mark-series')
