import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

/** A page section with its own heading. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Places cards side by side if there is space. */
export const Cards = ({ children }: { children: ReactNode }) => (
  <div className={styles.cards}>{children}</div>
)

export const Note = ({ children }: { children: ReactNode }) => (
  <p className={styles.note}>{children}</p>
)

/** A folder or file path. Can wrap anywhere. */
export const PathLine = ({ label, path }: { label: string; path: string }) => (
  <div>
    <Note>{label}</Note>
    <p className={styles.path}>{path}</p>
  </div>
)
