/**
 * Opens a cover's menu by right-click, long press, the `.` key, the context menu key or the button
 * next to the text. Nothing overlaps the image.
 */
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { t } from '../../i18n/i18n'
import { classes } from '../class-names'
import { coverMenu, type CoverTarget, type MenuAnchor } from './cover-menu'
import styles from './cover-menu.module.css'
import { useLongPress } from './use-long-press'

interface WithCoverMenuProps {
  target: CoverTarget
  className?: string | undefined
  style?: CSSProperties
  children: ReactNode
}

/** In lists that support selection, a long press selects the item instead. */
const isSelectable = (pressed: HTMLElement) => pressed.closest('[data-selected]') !== null

export function WithCoverMenu({ target, className, style, children }: WithCoverMenuProps) {
  const open = (frame: HTMLElement, anchor: MenuAnchor = frame) =>
    coverMenu.set({ target, anchor, opener: findOpener(frame) })
  const { handlers } = useLongPress(open, isSelectable)
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const { currentTarget: frame } = event
    const { pointerType } = event.nativeEvent as unknown as { pointerType?: string }
    if (event.defaultPrevented || (pointerType === 'touch' && isSelectable(frame))) return
    event.preventDefault()
    open(frame, pointerType === 'mouse' ? createPointAnchor(event) : frame)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== '.' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    open(event.currentTarget)
  }
  return (
    <div
      className={classes(styles.frame, className)}
      {...(style && { style })}
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      {children}
      <button
        type="button"
        className={styles.more}
        // Not a tab stop, because Tab would then stop twice at each cover. The `.` key also opens
        // the menu.
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={t('More actions for {name}', { name: target.title })}
        onClick={({ currentTarget }) => open(currentTarget.parentElement!, currentTarget)}
      >
        {/* Text, because an icon would add four more elements per cover. */}
        •••
      </button>
    </div>
  )
}

/** Returns the focused link, or else the first focusable one. */
const findOpener = (frame: HTMLElement) =>
  frame.querySelector<HTMLElement>('a:focus') ??
  frame.querySelector<HTMLElement>('a:not([tabindex="-1"])') ??
  frame

function createPointAnchor({ clientX, clientY }: MouseEvent): MenuAnchor {
  return { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) }
}
