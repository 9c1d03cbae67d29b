import type { MenuItem } from '../menus/menu-item'
import { ListIcon } from '../icons'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { addingToList } from './add-to-list'

/** Returns the menu item that adds a series or book to a list, if the user may do so. */
export function useAddItems(kind: 'series' | 'book', id: string): MenuItem[] {
  const isSeries = kind === 'series'
  const may = usePermission(isSeries ? 'collections:write' : 'readlists:write')
  if (!may) return []
  return [
    {
      label: isSeries ? t('Add to collection…') : t('Add to reading list…'),
      icon: ListIcon,
      onSelect: () => addingToList.set({ kind: isSeries ? 'collection' : 'readlist', ids: [id] }),
    },
  ]
}
