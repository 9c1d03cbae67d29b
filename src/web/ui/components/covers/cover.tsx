/**
 * A cover and the words below it. Nothing is ever drawn on top of the art: progress is a line under it,
 * state is words. A series looks like a stack of sheets, a book like a book.
 */
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buildUrl } from '../../api/client'
import { classes } from '../class-names'
import styles from './cover.module.css'
import { useRefreshedCover } from './refreshed-covers'
import { useDeferredImage } from '../grid/scroll-speed'

interface CoverArtProps {
  kind: 'series' | 'book'
  id: string
  /** Its own colour, as the server found it: shown until the picture is there. */
  color?: string | null | undefined
  /** Asked for before others: the first row of a page. */
  first?: boolean
  /** In the size in which it is stored: for the one large cover of a page. */
  whole?: boolean
  className?: string | undefined
}

/** The art alone, for panels with words of their own. It is ornament: the title is said beside it. */
export function CoverArt(props: CoverArtProps) {
  const { kind, id, color, first = false, whole = false, className } = props
  const source = buildUrl(`api/v1/${kind === 'series' ? 'series' : 'books'}/${id}/thumbnail`)
  const newest = useRefreshedCover(source)
  const isDue = useDeferredImage(source)
  return (
    <div
      className={classes(styles.art, kind === 'series' && styles.stack, className)}
      style={{ '--tint': color ?? getTint(id) } as React.CSSProperties}
    >
      {isDue && (
        <img
          // What is shown from memory has no other sizes.
          {...(newest === source && !whole && getSizes(source))}
          src={newest}
          alt=""
          width={200}
          height={300}
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
        />
      )}
    </div>
  )
}

/** As src/web/page.ts writes it for those that it asks for ahead: else they would be asked for twice. */
const getSizes = (source: string) => ({
  sizes: '(max-width: 639px) 30vw, 170px',
  srcSet: `${source}?width=240 240w, ${source}?width=320 320w, ${source} 400w`,
})

interface CoverProps extends CoverArtProps {
  title: string
  /** A line of words below: "3 of 18 left". */
  words?: ReactNode
  /** 0 to 1; undefined shows no line. */
  progress?: number | undefined
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

export function Cover({ title, words, progress, link, ...art }: CoverProps) {
  return (
    <Link {...link} className={styles.card} data-cover={art.id}>
      <CoverArt {...art} />
      {progress !== undefined && <ProgressLine value={progress} />}
      <span className={styles.title}>{title}</span>
      {words && <span className={styles.words}>{words}</span>}
    </Link>
  )
}

export const ProgressLine = ({ value }: { value: number }) => (
  <span className={styles.progress} aria-hidden="true">
    <i style={{ width: `${Math.round(Math.min(1, Math.max(0, value)) * 100)}%` }} />
  </span>
)

/** Until the picture is there: a muted colour, always the same for the same thing. */
export function getTint(id: string): string {
  const hue = [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 360, 7)
  return `hsl(${hue} 22% 38%)`
}
