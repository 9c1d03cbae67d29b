import { useSetWanted, type WantedState } from '../../components/details/use-set-wanted'
import { toast } from '../../components/feedback/toast'
import { BookmarkIcon } from '../../components/icons'
import type { MenuItem } from '../../components/menus/menu-item'
import { t } from '../../i18n/i18n'

export function useWantToReadItem({ kind, id, wanted }: WantedState): MenuItem {
  const { mutate } = useSetWanted({ id }, (isAdded) =>
    toast(isAdded ? t('Added to Want to read') : t('Removed from Want to read')),
  )
  return {
    label: t('Want to read'),
    icon: BookmarkIcon,
    checked: wanted,
    onSelect: () => mutate({ kind, id, wanted: !wanted }),
  }
}
