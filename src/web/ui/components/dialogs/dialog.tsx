import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { t } from '../../i18n/i18n'
import { IconButton } from '../controls/button'
import { classes } from '../class-names'
import { CloseIcon } from '../icons'
import styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons in the footer; the primary one is last. */
  actions?: ReactNode
  wide?: boolean
  /** Returns the element that gets the initial focus. Defaults to the first focusable one. */
  initialFocus?: () => HTMLElement | null
}

/** A modal dialog in the middle of the screen. */
export const Dialog = (props: DialogProps) => <Panel {...props} place="middle" />

/** A side sheet (bottom sheet on phones) for editing. */
export const Sheet = (props: DialogProps) => <Panel {...props} place="end" />

function Panel({
  open,
  onClose,
  title,
  children,
  actions,
  wide,
  initialFocus,
  place,
}: DialogProps & { place: 'middle' | 'end' }) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          // The element with autofocus, or else the first focusable one.
          initialFocus={
            initialFocus ?? (() => popup.current?.querySelector<HTMLElement>('[autofocus]') ?? true)
          }
          className={classes(place === 'end' ? styles.sheet : styles.dialog, wide && styles.wide)}
        >
          {/* A `div`, because a `header` would be a second banner on the page. */}
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label={t('Close')} icon={CloseIcon} />} />
          </div>
          <div className={styles.body}>{children}</div>
          {actions && <div className={styles.foot}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
