/**
 * Shown after the last page and before the first one, with a link to the next or previous book. A
 * second gesture opens that book.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { buttonClass } from '../../components/controls/button'
import { CoverArt, getPlaceholderColor } from '../../components/covers/cover'
import { getMainCreators } from '../../components/details/people'
import { OwnRating } from '../../components/rating/lazy-own-rating'
import { t } from '../../i18n/i18n'
import { bookTitle, fullBookTitle } from '../../labels/metadata-labels'
import styles from './reader.module.css'

export interface EndCardProps {
  at: 'start' | 'end'
  book: Schemas['Book']
  /** undefined while loading. */
  adjacent: Schemas['AdjacentBooks'] | undefined
  incognito: boolean
}

export function EndCard(card: EndCardProps) {
  const { at, book, adjacent, incognito } = card
  const isWhole = isEndOfWhole(card)
  const neighbor = findNeighbor(card)
  return (
    <section className={styles.endCard} aria-live="polite">
      <h2>{getHeading(at, isWhole)}</h2>
      <p>{fullBookTitle(book)}</p>
      <PlaceInSeries adjacent={adjacent} />
      {at === 'end' && <FinishedCover book={book} />}
      {neighbor && <Neighbor at={at} neighbor={neighbor} incognito={incognito} />}
      {neighbor === null && !isWhole && <p>{formatLast(at)}</p>}
      {isWhole && <WholeWork seriesId={book.seriesId} />}
      {at === 'end' && !isWhole && <SeriesLink id={book.seriesId}>{t('Go to series')}</SeriesLink>}
    </section>
  )
}

/** Whether this is the end of the only book of a series. */
const isEndOfWhole = ({ at, adjacent }: EndCardProps) => at === 'end' && adjacent?.count === 1

/** Finds the adjacent book: undefined while loading, null if there is none. */
const findNeighbor = ({ at, adjacent }: EndCardProps) =>
  at === 'end' ? adjacent?.next : adjacent?.prev

function PlaceInSeries({ adjacent }: Pick<EndCardProps, 'adjacent'>) {
  if (!adjacent || adjacent.count <= 1) return null
  const { position, count } = adjacent
  return (
    <p className={styles.placeInSeries}>{t('Book {position} of {count}', { position, count })}</p>
  )
}

const FinishedCover = ({ book }: { book: Schemas['Book'] }) => (
  <div className={styles.finished}>
    <CoverArt kind="book" id={book.id} color={book.coverColor} className={styles.finishedCover} />
  </div>
)

const formatLast = (at: EndCardProps['at']) =>
  at === 'end' ? t('That’s the last book') : t('That’s the first book')

function getHeading(at: EndCardProps['at'], isWhole: boolean) {
  if (at === 'start') return t('Start of book')
  return isWhole ? t('Finished') : t('End of book')
}

/** Shown after the only book of a series: a rating and links to its author and the series. */
function WholeWork({ seriesId }: { seriesId: string }) {
  const { data } = useQuery(apiQuery('/api/v1/series/{id}', { params: { path: { id: seriesId } } }))
  const [author] = getMainCreators(data?.metadata.authors ?? null)
  return (
    <>
      <OwnRating kind="series" id={seriesId} />
      {author && (
        <Link
          to="/people/$name"
          params={{ name: author }}
          replace
          className={buttonClass('primary')}
        >
          {t('More by {name}', { name: author })}
        </Link>
      )}
      <SeriesLink id={seriesId}>{t('Close book')}</SeriesLink>
    </>
  )
}

const SeriesLink = ({ id, children }: { id: string; children: string }) => (
  <Link to="/series/$id" params={{ id }} replace className={buttonClass('plain')}>
    {children}
  </Link>
)

interface NeighborProps extends Pick<EndCardProps, 'at' | 'incognito'> {
  neighbor: Schemas['Book']
}

/**
 * Link to the adjacent book, tinted with its cover color. In a reading list, the title includes the
 * series.
 */
function Neighbor({ at, neighbor, incognito }: NeighborProps) {
  const { list } = useSearch({ strict: false })
  const title = list ? fullBookTitle(neighbor) : bookTitle(neighbor)
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
