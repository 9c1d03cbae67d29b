/**
 * Side panel with a sticky heading. It takes the focus when it opens, and returns it when it
 * closes.
 */
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { IconButton } from '../../../../components/controls/button'
import { classes } from '../../../../components/class-names'
import { CloseIcon } from '../../../../components/icons'
import { t } from '../../../../i18n/i18n'
import { usePanels } from '../../frame/reader-panels'
import styles from '../../reader.module.css'

interface PanelFrameProps {
  label: string
  title: string
  /** Buttons next to the heading. */
  actions?: ReactNode
  /** On phones, shown as a bottom sheet, so that the pages stay visible above it. */
  isLow?: boolean
  /** The scroll container. */
  frame: RefObject<HTMLElement | null>
  /** Selector for the element that gets the focus once it is rendered. */
  firstFocus?: string | undefined
  children: ReactNode
}

export function PanelFrame(props: PanelFrameProps) {
  const { label, title, actions, isLow, frame, firstFocus, children } = props
  const { close } = usePanels()
  useFocusWithin(frame)
  useFirstFocus(frame, firstFocus)
  return (
    <aside
      ref={frame}
      className={classes(styles.drawer, isLow && styles.low)}
      aria-label={label}
      tabIndex={-1}
    >
      <header>
        <h2>{title}</h2>
        {actions}
        <IconButton label={t('Close')} icon={CloseIcon} onClick={close} />
      </header>
      {children}
    </aside>
  )
}

/** Moves the focus into the panel, and back when the panel is closed. */
function useFocusWithin(element: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const before = document.activeElement
    const { current } = element
    current?.focus({ preventScroll: true })
    return () => {
      // Do not take the focus from another element.
      const { activeElement } = document
      const isOurs = activeElement === document.body || current?.contains(activeElement)
      if (isOurs && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [element])
}

/** Moves the focus from the panel to an element in it. */
function useFirstFocus(element: RefObject<HTMLElement | null>, selector: string | undefined) {
  useLayoutEffect(() => {
    const { current } = element
    if (selector === undefined || !current || document.activeElement !== current) return
    const first = current.querySelector<HTMLElement>(selector)
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [element, selector])
}
