/**
 * Shown after the last page and before the first one, with links to the adjacent books. A second
 * gesture opens them.
 */
import { Link, useSearch } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { buttonClass } from '../../components/controls/button'
import { CoverArt, getPlaceholderColor } from '../../components/covers/cover'
import { t } from '../../i18n/i18n'
import { bookTitle } from '../../labels/metadata-labels'
import styles from './reader.module.css'

export interface EndCardProps {
  at: 'start' | 'end'
  book: Schemas['Book']
  /** undefined while loading. */
  adjacent: Schemas['AdjacentBooks'] | undefined
  incognito: boolean
}

export function EndCard({ at, book, adjacent, incognito }: EndCardProps) {
  const neighbor = at === 'end' ? adjacent?.next : adjacent?.prev
  return (
    <section className={styles.endCard} aria-live="polite">
      <h2>{at === 'end' ? t('End of book') : t('Start of book')}</h2>
      <p>{`${book.seriesName} · ${bookTitle(book)}`}</p>
      {adjacent && adjacent.count > 1 && (
        <p className={styles.placeInSeries}>
          {t('Book {position} of {count}', {
            position: adjacent.position,
            count: adjacent.count,
          })}
        </p>
      )}
      {at === 'end' && (
        <div className={styles.finished}>
          <CoverArt
            kind="book"
            id={book.id}
            color={book.coverColor}
            className={styles.finishedCover}
          />
        </div>
      )}
      {neighbor ? (
        <Neighbor {...{ at, neighbor, incognito }} />
      ) : (
        neighbor === null && (
          <p>{at === 'end' ? t('That’s the last book') : t('That’s the first book')}</p>
        )
      )}
      {at === 'end' && (
        <Link
          to="/series/$id"
          params={{ id: book.seriesId }}
          replace
          className={buttonClass('plain')}
        >
          {t('Go to series')}
        </Link>
      )}
    </section>
  )
}

interface NeighborProps extends Pick<EndCardProps, 'at' | 'incognito'> {
  neighbor: Schemas['Book']
}

/** Link to the adjacent book, tinted with its cover color. A reading list also shows the series. */
function Neighbor({ at, neighbor, incognito }: NeighborProps) {
  const { list } = useSearch({ strict: false })
  const title = list ? `${neighbor.seriesName} · ${bookTitle(neighbor)}` : bookTitle(neighbor)
  return (
    <div
      className={styles.nextBook}
      style={
        { '--tint': neighbor.coverColor ?? getPlaceholderColor(neighbor.id) } as React.CSSProperties
      }
    >
      <CoverArt
        kind="book"
        id={neighbor.id}
        color={neighbor.coverColor}
        className={styles.endCover}
      />
      <div>
        <p>{at === 'end' ? t('Next: {title}', { title }) : t('Previous: {title}', { title })}</p>
        <Link
          to="/read/$bookId"
          params={{ bookId: neighbor.id }}
          search={{ ...(incognito && { incognito }), ...(list && { list }) }}
          replace
          className={buttonClass('primary')}
        >
          {at === 'end' ? t('Next book') : t('Previous book')}
        </Link>
        <p className={styles.hint}>{t('Turn the page again to open it')}</p>
      </div>
    </div>
  )
}
