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
  /** The buttons at the foot: the one that goes on last. */
  actions?: ReactNode
  wide?: boolean
  /** What has the focus first; the first that can have it, where nothing is named. */
  initialFocus?: () => HTMLElement | null
}

/** A question in the middle of the screen. */
export const Dialog = (props: DialogProps) => <Panel {...props} place="middle" />

/** A panel from the end of the line (from below on phones), for editing beside what is edited. */
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
          // The field that asks for it; else the first that takes the focus.
          initialFocus={
            initialFocus ?? (() => popup.current?.querySelector<HTMLElement>('[autofocus]') ?? true)
          }
          className={classes(place === 'end' ? styles.sheet : styles.dialog, wide && styles.wide)}
        >
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label={t('Close')} icon={CloseIcon} />} />
          </header>
          <div className={styles.body}>{children}</div>
          {actions && <footer className={styles.foot}>{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
