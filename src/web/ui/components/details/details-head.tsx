/** The head of the page of a series or book: its cover, what it is called, what to do with it. */
import type { ReactNode } from 'react'
import { classes } from '../class-names'
import { CoverArt } from '../covers/cover'
import { Backdrop } from './backdrop'
import styles from './details.module.css'

interface WorkHeadProps {
  kind: 'series' | 'book'
  /** Whose cover is shown. */
  id: string
  title: string
  /** Above the title, in small words. */
  eyebrow: ReactNode
  /** Titles in other languages. */
  others?: ReactNode
  /** Below the title: state, year, makers. */
  line: ReactNode
  actions: ReactNode
  /** What is known, at the end of the line. */
  panel: ReactNode
  /** On phones only the first part of it is shown: the rest stands elsewhere. */
  isPanelShort?: boolean
  children?: ReactNode
}

const longTitle = 46
const endlessTitle = 160

export function DetailsHead(props: WorkHeadProps) {
  const {
    kind,
    id,
    title,
    eyebrow,
    others,
    line,
    actions,
    panel,
    isPanelShort = false,
    children,
  } = props
  return (
    <>
      <Backdrop kind={kind} id={id} />
      <header className={classes(styles.head, isPanelShort && styles.aside)}>
        <CoverArt kind={kind} id={id} first whole className={styles.cover} />
        <div className={styles.main}>
          <div className={styles.names}>
            <div className={styles.eyebrow}>{eyebrow}</div>
            <h1 className={classes(styles.title, getSize(title))} dir="auto">
              {title}
            </h1>
            {others && <div className={styles.other}>{others}</div>}
            <div className={styles.line}>{line}</div>
          </div>
          <div className={styles.actions}>{actions}</div>
          {children}
        </div>
        <aside className={styles.panel}>{panel}</aside>
      </header>
    </>
  )
}

/** What is called at great length must leave room for what else there is. */
function getSize({ length }: string) {
  if (length > endlessTitle) return styles.endless
  return length > longTitle && styles.long
}
