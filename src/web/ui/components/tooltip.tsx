import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import styles from './popup.module.css'

/** More words for what is pointed at. Never the only place where something is said: touch has none. */
export function Tooltip({ words, children }: { words: string; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={6}>
          <Base.Popup className={styles.tooltip}>{words}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
