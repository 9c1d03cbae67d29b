/** A row of covers that scrolls sideways: `<Rail title={t('Up next')}>…<Cover/>…</Rail>`. */
import { type ReactNode, useId } from 'react'
import styles from './rail.module.css'

interface RailProps {
  title: string
  hint?: string
  /** At the end of the heading, such as a link to all. */
  more?: ReactNode
  children: ReactNode
}

export function Rail({ title, hint, more, children }: RailProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <RailHeading id={id} title={title} hint={hint} more={more} />
      <ul className={styles.rail} role="list">
        {children}
      </ul>
    </section>
  )
}

export const RailItem = ({ children }: { children: ReactNode }) => (
  <li className={styles.item}>{children}</li>
)

interface HeadingProps {
  id: string
  title: string
  hint?: string | undefined
  more?: ReactNode
}

export const RailHeading = ({ id, title, hint, more }: HeadingProps) => (
  <div className={styles.heading}>
    <h2 id={id}>{title}</h2>
    {hint && <small>{hint}</small>}
    {more && <span className={styles.more}>{more}</span>}
  </div>
)
