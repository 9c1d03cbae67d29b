/** The open menu. Its code is loaded on demand: see lazy-popup.tsx. */
import { Menu as Base } from '@base-ui/react/menu'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { classes } from '../class-names'
import { CheckIcon } from '../icons'
import type { MenuAnchor } from '../covers/cover-menu'
import type { OpenedBy } from './lazy-popup'
import type { MenuItem, MenuProps } from './menu-item'
import styles from './popup.module.css'

interface MenuListProps extends MenuProps {
  openedBy: OpenedBy
}

/** Renders the open menu and its button, which replaces the button of the lazy popup. */
export function MenuList({ trigger, groups, openedBy }: MenuListProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    button.current?.focus()
    if (openedBy === 'keys') button.current?.click()
  }, [openedBy])
  return (
    <Base.Root defaultOpen={openedBy === 'pointer'}>
      <Base.Trigger ref={button} render={trigger} />
      <MenuPopup groups={groups} align="end" />
    </Base.Root>
  )
}

interface AnchoredMenuProps extends Pick<MenuProps, 'groups'> {
  anchor: MenuAnchor
  /** Gets focus when the menu closes. */
  returnTo: HTMLElement
  isOpen: boolean
  onClose: () => void
}

/** A menu without its own button, such as a context menu. */
export function AnchoredMenu({ groups, anchor, returnTo, isOpen, onClose }: AnchoredMenuProps) {
  const wasPressed = usePressedSince(isOpen)
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(next, { reason }) => {
        // Lifting the finger after a long press does not count as a press outside the menu.
        if (!next && (reason !== 'outside-press' || wasPressed())) onClose()
      }}
    >
      <MenuPopup groups={groups} align="start" anchor={anchor} returnTo={returnTo} />
    </Base.Root>
  )
}

/** Returns a function that checks whether a pointer has been pressed since the menu opened. */
function usePressedSince(isOpen: boolean) {
  const pressed = useRef(false)
  useEffect(() => {
    pressed.current = false
    if (!isOpen) return undefined
    const note = () => (pressed.current = true)
    addEventListener('pointerdown', note, { capture: true })
    return () => removeEventListener('pointerdown', note, { capture: true })
  }, [isOpen])
  return () => pressed.current
}

interface MenuPopupProps {
  groups: MenuProps['groups']
  align: 'start' | 'end'
  /** The trigger by default. */
  anchor?: MenuAnchor | undefined
  /** Gets focus when the menu closes. The trigger by default. */
  returnTo?: HTMLElement | undefined
}

const MenuPopup = ({ groups, align, anchor, returnTo }: MenuPopupProps) => (
  <Base.Portal>
    <Base.Positioner
      className={styles.positioner}
      sideOffset={6}
      align={align}
      {...(anchor && { anchor })}
    >
      <Base.Popup className={styles.popup} {...(returnTo && { finalFocus: () => returnTo })}>
        {groups.map(({ heading, items }, position) => (
          <Base.Group key={heading ?? items[0]?.label}>
            {position > 0 && <Base.Separator className={styles.separator} />}
            {heading && <Base.GroupLabel className={styles.heading}>{heading}</Base.GroupLabel>}
            {items.map((item) => (
              <Entry key={item.label} item={item} />
            ))}
          </Base.Group>
        ))}
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
)

function Entry({ item }: { item: MenuItem }) {
  const { label, icon: Picture, onSelect, checked, danger, disabled = false } = item
  return (
    <Base.Item
      className={classes(styles.item, danger && styles.danger)}
      onClick={onSelect}
      disabled={disabled}
      aria-current={checked || undefined}
    >
      {Picture && <Picture size={18} />}
      {label}
      {checked && (
        <span className={styles.mark}>
          <CheckIcon size={16} />
        </span>
      )}
    </Base.Item>
  )
}
