/** A row of covers that scrolls horizontally: `<Rail title={t('On deck')}>…<Cover/>…</Rail>`. */
import { type ReactNode, useId, useRef } from 'react'
import { t } from '../../i18n/i18n'
import { IconButton } from '../controls/button'
import { countVisible, IsOffScreen } from '../covers/off-screen-covers'
import { ChevronEndIcon, ChevronStartIcon } from '../icons'
import styles from './rail.module.css'
import { useRailEnds } from './use-rail-ends'

interface RailProps {
  title: string
  hint?: string
  /** Content at the end of the heading, such as a link to the full list. */
  more?: ReactNode
  children: ReactNode
}

export function Rail({ title, hint, more, children }: RailProps) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <RailHeading id={id} title={title} hint={hint} more={more}>
        <Arrows list={list} />
      </RailHeading>
      <ul ref={list} className={styles.rail} role="list" data-rail="">
        {children}
      </ul>
    </section>
  )
}

/**
 * Scroll buttons for mouse users, who cannot swipe. Keyboard and screen reader users move from
 * cover to cover.
 */
function Arrows({ list }: { list: React.RefObject<HTMLUListElement | null> }) {
  const { isAtStart, isAtEnd, page } = useRailEnds(list)
  if (isAtStart && isAtEnd) return null
  return (
    <span className={styles.arrows}>
      <IconButton
        label={t('Scroll back')}
        icon={ChevronStartIcon}
        tabIndex={-1}
        disabled={isAtStart}
        onClick={() => page(-1)}
      />
      <IconButton
        label={t('Scroll forward')}
        icon={ChevronEndIcon}
        tabIndex={-1}
        disabled={isAtEnd}
        onClick={() => page(1)}
      />
    </span>
  )
}

interface RailItemProps {
  /** Starts at 0. */
  position: number
  children: ReactNode
}

export const RailItem = ({ position, children }: RailItemProps) => (
  <li className={styles.item}>
    <IsOffScreen.Provider value={position >= countVisible()}>{children}</IsOffScreen.Provider>
  </li>
)

interface HeadingProps {
  id?: string
  title: string
  hint?: string | undefined
  more?: ReactNode
  children?: ReactNode
}

export const RailHeading = ({ id, title, hint, more, children }: HeadingProps) => (
  <div className={styles.heading}>
    <h2 id={id}>{title}</h2>
    {hint && <small>{hint}</small>}
    <span className={styles.more}>{more}</span>
    {children}
  </div>
)
