import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { useViewedUser } from '../../state/session/view-as'
import { OfflineIcon } from '../icons'
import type { MenuItem } from '../menus/menu-item'
import { savingOffline, type SaveRequest } from './saving-offline'

/**
 * Returns the menu item that saves a series or book. Over plain HTTP, its dialog explains that
 * HTTPS is required.
 */
export function useSaveItems(request: SaveRequest): MenuItem[] {
  const may = usePermission('pages:read')
  const isViewing = useViewedUser() !== undefined
  if (!may || isViewing) return []
  return [
    {
      label: t('Save for offline…'),
      icon: OfflineIcon,
      onSelect: () => savingOffline.set(request),
    },
  ]
}
