/** Parts of a series' heading, except the title. */
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { StarIcon } from '../../components/icons'
import { formatAgeRating, formatSeriesStatus } from '../../labels/metadata-labels'
import { detectLanguage } from '../../labels/title-language'
import { readingDirectionLabel } from '../../labels/reading-directions'
import { getMainCreators, PersonLink, PublisherLink } from '../../components/details/people'
import styles from '../../components/details/details.module.css'
import { formatNumber, t } from '../../i18n/i18n'

type Series = Schemas['Series']

export function SeriesEyebrow({
  series: { libraryId, libraryName, metadata },
}: {
  series: Series
}) {
  const direction = metadata.readingDirection
    ? readingDirectionLabel(metadata.readingDirection)
    : undefined
  return (
    <>
      <Link to="/library" search={{ library: libraryId }}>
        {libraryName}
      </Link>
      {direction && <span>{direction}</span>}
    </>
  )
}

export const OtherTitles = ({ series: { alternateTitles } }: { series: Series }) =>
  alternateTitles.slice(0, 4).map(({ id, label, title }) => (
    <span key={id} title={label}>
      <bdi lang={detectLanguage(label, title)}>{title}</bdi>
    </span>
  ))

export function SeriesLine({ series: { metadata, externalRatings } }: { series: Series }) {
  const { status, year, authors, publisher, ageRating } = metadata
  return (
    <>
      {status && status !== 'unknown' && (
        <span className={styles.status} data-status={status}>
          {formatSeriesStatus(status)}
        </span>
      )}
      {year !== null && <span>{status === 'ongoing' ? `${year} –` : year}</span>}
      {getMainCreators(authors).map((name) => (
        <PersonLink key={name} name={name} />
      ))}
      {publisher && <PublisherLink name={publisher} />}
      {ageRating !== null && <span>{formatAgeRating(ageRating)}</span>}
      {externalRatings.map((rating) => (
        <Rating key={rating.id} rating={rating} />
      ))}
    </>
  )
}

/** External rating, converted to a ten-point scale. */
function Rating({
  rating: { rating, sourceName, voteCount },
}: {
  rating: Schemas['ExternalRating']
}) {
  const score = formatNumber(Math.round(rating) / 10)
  const votes = voteCount ?? 0
  const words = t('{score} out of 10 on {source}', { score, source: sourceName })
  const counted = t('{votes, plural, one {# vote} other {# votes}}', { votes })
  return (
    <span title={votes > 0 ? `${words}, ${counted}` : words}>
      <StarIcon size={16} />
      <span aria-hidden="true">{score}</span>
      <span className="hidden-words">{words}</span>
    </span>
  )
}
