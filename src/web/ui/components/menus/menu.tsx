import { later, useOpening } from './lazy-popup'
import type { MenuProps } from './menu-item'

export const menus = later(() => import('./menu-list'))

export function Menu({ trigger, groups }: MenuProps) {
  const { openedBy, button } = useOpening(trigger, 'menu', menus)
  if (!openedBy || !menus.part) return button
  const { MenuList } = menus.part
  return <MenuList trigger={trigger} groups={groups} openedBy={openedBy} />
}
