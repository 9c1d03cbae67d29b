import { lazyPart, useLazyPopup } from './lazy-popup'
import type { MenuProps } from './menu-item'

export const menus = lazyPart(() => import('./menu-list'))

export function Menu({ trigger, groups }: MenuProps) {
  const { openedBy, button } = useLazyPopup(trigger, 'menu', menus)
  if (!openedBy || !menus.part) return button
  const { MenuList } = menus.part
  return <MenuList trigger={trigger} groups={groups} openedBy={openedBy} />
}
