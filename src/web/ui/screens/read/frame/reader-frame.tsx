/** The frame of every reader: bars, notices, the book, and the side panel next to it. */
import type { CSSProperties, ReactNode, RefObject } from 'react'
import { OtherDeviceNotice, type OtherDeviceProps } from '../reader-notices'
import styles from '../reader.module.css'
import { usePanels } from './reader-panels'

interface ReaderFrameProps<Target> {
  background?: string
  /** Color properties that override those of `background`. */
  colors?: CSSProperties
  /** The element that contains the book. */
  main: RefObject<HTMLElement | null>
  topBar: ReactNode
  otherDevice: OtherDeviceProps<Target>
  /** Other notices, below the one about the other device. */
  notices: ReactNode
  bottomBar: ReactNode
  /** The side panel, and overlays such as dialogs. */
  beside: ReactNode
  /** The book. */
  children: ReactNode
}

export function ReaderFrame<Target>(frame: ReaderFrameProps<Target>) {
  const { panel, hasBars } = usePanels()
  return (
    <div
      className={styles.reader}
      data-background={frame.background}
      data-panel={panel ?? undefined}
      style={frame.colors}
    >
      {hasBars && frame.topBar}
      <OtherDeviceNotice {...frame.otherDevice} />
      {frame.notices}
      <main ref={frame.main} className={styles.place} tabIndex={-1}>
        {frame.children}
      </main>
      {hasBars && frame.bottomBar}
      {frame.beside}
    </div>
  )
}
