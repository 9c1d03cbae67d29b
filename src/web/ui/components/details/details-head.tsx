/** Page header of a series or book: cover, title and actions. */
import type { ReactNode } from 'react'
import { classes } from '../class-names'
import { getTitleLanguage } from '../../labels/title-language'
import { CoverArt, getPlaceholderColor } from '../covers/cover'
import styles from './details.module.css'
import { buildUrl } from '../../api/client'

interface WorkHeadProps {
  kind: 'series' | 'book'
  /** ID of the series or book, which is also the ID of its cover. */
  id: string
  /** Whether the series has only one book. */
  isSingle?: boolean
  title: string
  /** Language of the work, from its metadata. */
  language?: string | null
  /** Small text above the title. */
  eyebrow: ReactNode
  /** Titles in other languages. */
  others?: ReactNode
  /** Line below the title: status, year, creators. */
  line: ReactNode
  actions: ReactNode
  /** Facts shown in the header panel. */
  panel: ReactNode
  /** Whether phones show only the first part of the panel. The rest is elsewhere on the page. */
  isPanelShort?: boolean
  children?: ReactNode
}

const longTitle = 46
const endlessTitle = 160

export function DetailsHead(props: WorkHeadProps) {
  const {
    kind,
    id,
    isSingle = false,
    title,
    language = null,
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
        <CoverArt kind={kind} id={id} isSingle={isSingle} first whole className={styles.cover} />
        <div className={styles.main}>
          <div className={styles.names}>
            <div className={styles.eyebrow}>{eyebrow}</div>
            <h1
              className={classes(styles.title, getSize(title))}
              dir="auto"
              lang={getTitleLanguage(title, language)}
            >
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

/** Returns the class for the font size, which is smaller for long titles. */
function getSize({ length }: string) {
  if (length > endlessTitle) return styles.endless
  return length > longTitle && styles.long
}

interface BackdropProps {
  kind: 'series' | 'book'
  id: string
}

/** Decorative cover colors behind the page header. */
const Backdrop = ({ kind, id }: BackdropProps) => (
  <div
    className={styles.backdrop}
    aria-hidden="true"
    style={{ '--tint': getPlaceholderColor(id) } as React.CSSProperties}
  >
    <img
      src={buildUrl(`api/v1/${kind === 'series' ? 'series' : 'books'}/${id}/thumbnail`)}
      alt=""
      decoding="async"
    />
  </div>
)
