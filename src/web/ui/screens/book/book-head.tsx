/** Parts of a book's heading, except the title. */
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { CheckIcon } from '../../components/icons'
import { formatBookPosition } from '../../components/covers/book-card'
import { readingDirectionLabel } from '../../labels/reading-directions'
import { formatAgeRating } from '../../labels/metadata-labels'
import { readStatusLabels } from '../../labels/read-status'
import { getMainCreators, PersonLink, PublisherLink } from '../../components/details/people'
import styles from '../../components/details/details.module.css'

type FullBook = Schemas['FullBook']

export function BookEyebrow({ book, isAlone }: { book: FullBook; isAlone: boolean }) {
  const { libraryId, libraryName, seriesId, seriesName, readingDirection } = book
  const direction = readingDirection ? readingDirectionLabel(readingDirection) : undefined
  if (!isAlone) {
    return (
      <Link to="/series/$id" params={{ id: seriesId }}>
        {seriesName}
      </Link>
    )
  }
  return (
    <>
      <Link to="/library" search={{ library: libraryId }}>
        {libraryName}
      </Link>
      {direction && <span>{direction}</span>}
    </>
  )
}

interface OtherTitleProps {
  book: FullBook
  /** Title of the series, if the heading shows it instead of the book title. */
  seriesTitle: string | undefined
}

export function OtherTitle({ book: { title, metadata }, seriesTitle }: OtherTitleProps) {
  const { subtitle, originalTitle } = metadata
  // Omits a title that starts with the series title, as many file names do, because it adds
  // nothing.
  const isRepeated = seriesTitle === undefined || title.startsWith(seriesTitle)
  const own = isRepeated ? null : title
  return [...new Set([own, subtitle, originalTitle])]
    .filter(Boolean)
    .map((words) => <bdi key={words}>{words}</bdi>)
}

export function BookLine({ book }: { book: FullBook }) {
  const { metadata, readProgress } = book
  const { year, authors, publisher, details } = metadata
  const place = formatBookPosition(book)
  return (
    <>
      {readProgress?.completed && (
        <span className={styles.ok}>
          <CheckIcon size={15} />
          {readStatusLabels().read}
        </span>
      )}
      {place && <span>{place}</span>}
      {year !== null && <span>{year}</span>}
      {getMainCreators(authors).map((name) => (
        <PersonLink key={name} name={name} />
      ))}
      {publisher && <PublisherLink name={publisher} tab="books" />}
      {details.ageRating !== null && <span>{formatAgeRating(details.ageRating)}</span>}
    </>
  )
}
