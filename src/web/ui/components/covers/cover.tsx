/**
 * A cover with text below it. Nothing overlaps the image: progress is a line below it, and status
 * is text. The cover of a series looks like a stack.
 */
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buildUrl } from '../../api/client'
import { classes } from '../class-names'
import { getTitleLanguage } from '../../labels/title-language'
import styles from './cover.module.css'
import { useRefreshedCover } from './refreshed-covers'
import { useImageDue } from './off-screen-covers'
import { WithCoverMenu } from './with-cover-menu'

interface CoverArtProps {
  kind: 'series' | 'book'
  id: string
  /** Whether the series has only one book, so that its cover is not shown as a stack. */
  isSingle?: boolean
  /** Dominant color from the server, shown until the image loads. */
  color?: string | null | undefined
  /** Loads the image with priority. For the first row of a page. */
  first?: boolean
  /** Loads the full thumbnail and shows it uncropped. For the one large cover on a page. */
  whole?: boolean
  className?: string | undefined
}

/** The image without text. It is decorative, because the title is next to it. */
export function CoverArt(props: CoverArtProps) {
  const { kind, id, color, first = false, whole, className } = props
  const isStack = kind === 'series' && props.isSingle !== true
  const source = buildUrl(`api/v1/${kind === 'series' ? 'series' : 'books'}/${id}/thumbnail`)
  const newest = useRefreshedCover(source)
  const isDue = useImageDue(source)
  return (
    <div
      className={classes(styles.art, isStack && styles.stack, whole && styles.whole, className)}
      style={{ '--tint': color ?? getPlaceholderColor(id) } as React.CSSProperties}
    >
      {isDue && (
        <img
          // A refreshed image is a blob, which exists in one size only.
          {...(newest === source && !whole && getSizes(source))}
          src={newest}
          alt=""
          width={200}
          height={300}
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          onError={({ currentTarget }) => (currentTarget.style.visibility = 'hidden')}
          onLoad={({ currentTarget }) => (currentTarget.style.visibility = '')}
        />
      )}
    </div>
  )
}

/** Must match src/web/cover-sizes.ts: otherwise, preloaded covers load twice. */
export const getSizes = (source: string) => ({
  sizes: '(max-width: 639px) 30vw, 170px',
  srcSet: `${source}?width=240 240w, ${source}?width=320 320w, ${source} 400w`,
})

interface CoverProps extends CoverArtProps {
  title: string
  /** Language of the work, from its metadata. */
  language?: string | null | undefined
  /** A line of text below the title, such as "3 of 18 left". */
  words?: ReactNode
  /** Fraction from 0 to 1. The progress line is hidden if undefined. */
  progress?: number | undefined
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
  /** Whether the cover is in the "For you" row, where its menu can dismiss the series. */
  isRecommended?: boolean
}

export function Cover({
  title,
  language = null,
  words,
  progress,
  link,
  isRecommended,
  ...art
}: CoverProps) {
  const target = { kind: art.kind, id: art.id, title, ...(isRecommended && { isRecommended }) }
  return (
    <WithCoverMenu target={target} className={styles.frame}>
      <Link {...link} className={styles.card} data-cover={art.id}>
        <CoverArt {...art} />
        {progress !== undefined && <ProgressLine value={progress} />}
        <span className={styles.title} lang={getTitleLanguage(title, language)}>
          {title}
        </span>
        {words && <span className={styles.words}>{words}</span>}
      </Link>
    </WithCoverMenu>
  )
}

export const ProgressLine = ({ value }: { value: number }) => (
  <span className={styles.progress} aria-hidden="true">
    <i style={{ width: `${Math.round(Math.min(1, Math.max(0, value)) * 100)}%` }} />
  </span>
)

/** Returns the placeholder color shown until the image has loaded. It depends only on the ID. */
export function getPlaceholderColor(id: string): string {
  const hue = [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 360, 7)
  return `hsl(${hue} 22% 38%)`
}
