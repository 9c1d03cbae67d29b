/** Reading progress and facts for a book. */
import type { Schemas } from '../../api/client'
import { Facts, type Fact, ReadRing } from '../../components/details/facts'
import { formatBookLength, hasPageNumbers } from '../../labels/book-length'
import { formatLanguage } from '../../labels/metadata-labels'
import { peopleFacts, PublisherLink } from '../../components/details/people'
import styles from '../../components/details/details.module.css'
import { getFormatLocale } from '../../i18n/format-locale'
import { formatDate, formatNumber, formatPercent, t } from '../../i18n/i18n'

type FullBook = Schemas['FullBook']

export const BookPanel = ({ book }: { book: FullBook }) => (
  <>
    <Progress book={book} />
    <Facts facts={buildFacts(book)} />
  </>
)

function Progress({ book: { readProgress, readCount, lastCompletedAt } }: { book: FullBook }) {
  const value = readProgress?.completed ? 1 : (readProgress?.progressPercentage ?? 0)
  const last = lastCompletedAt
    ? t('Last finished {date}', { date: formatDate(lastCompletedAt) })
    : undefined
  const times = t('{count, plural, one {Read once} other {Read # times}}', { count: readCount })
  return (
    <ReadRing
      value={value}
      words={
        value === 0 ? t('Not started') : t('{percent} read', { percent: formatPercent(value) })
      }
      more={readCount > 1 ? `${times}${last ? ` · ${last}` : ''}` : last}
    />
  )
}

function buildFacts(book: FullBook): Fact[] {
  const { metadata, createdAt } = book
  const { authors, publisher, imprint, languageIso, edition, details, seriesPosition } = metadata
  const ownNumber = (number: number | null) =>
    number !== null && number !== metadata.volume && formatNumber(number)
  return [
    ...fact(t('Volume'), metadata.volume !== null && getNumber(metadata.volume, metadata.count)),
    // Omits a number that equals the volume number above.
    ...fact(book.numberKind === 'issue' ? t('Issue') : t('Chapter'), ownNumber(metadata.chapter)),
    ...fact(t('Sort number'), seriesPosition !== metadata.chapter && ownNumber(seriesPosition)),
    ...peopleFacts(authors),
    ...fact(t('Publisher'), publisher && <PublisherLink name={publisher} tab="books" />),
    ...fact(t('Imprint'), imprint),
    ...fact(t('Edition'), edition),
    ...fact(t('Released'), formatRelease(metadata)),
    ...fact(t('Language'), languageIso && formatLanguage(languageIso)),
    ...fact(t('Story arc'), details.storyArcs.map(formatArc).join(', ')),
    ...fact(t('Characters'), details.characters.slice(0, 8).join(', ')),
    ...fact(t('Rating from file'), details.communityRating !== null && getStars(details)),
    ...fact(t('ISBN'), metadata.isbns),
    ...fact(
      t('Identifiers'),
      details.identifiers.filter((one) => one !== metadata.isbns).join(', '),
    ),
    ...linkFact(metadata),
    ...lengthFact(book),
    ...fact(t('Added'), formatDate(createdAt)),
  ]
}

/** Links that a user added come first. */
function linkFact({ externalLinks, externalIds, details }: FullBook['metadata']): Fact[] {
  const added = externalLinks?.map(({ url }) => url) ?? []
  const ofIds = externalIds?.flatMap(({ externalUrl }) => externalUrl ?? []) ?? []
  const links = [...new Set([...added, ...ofIds, ...details.links])]
  return fact(t('Links'), links.length > 0 && <FileLinks links={links} />)
}

const fact = (name: string, value: React.ReactNode): Fact[] =>
  value === null || value === undefined || value === false || value === '' ? [] : [[name, value]]

function lengthFact(book: FullBook): Fact[] {
  if (hasPageNumbers(book)) return fact(t('Pages'), formatNumber(book.pageCount))
  return fact(t('Reading time'), formatBookLength(book))
}

const getStars = ({ communityRating }: FullBook['metadata']['details']) =>
  t('{stars} out of 5', { stars: formatNumber(communityRating ?? 0) })

const FileLinks = ({ links }: { links: readonly string[] }) =>
  links.map((link, position) => (
    <span key={link}>
      {position > 0 && ', '}
      <a href={link} rel="noreferrer" target="_blank" className={styles.link}>
        {URL.parse(link)?.hostname.replace(/^www\./, '') ?? link}
      </a>
    </span>
  ))

const getNumber = (volume: number, count: number | null) =>
  count === null
    ? formatNumber(volume)
    : t('{number} of {count}', { number: formatNumber(volume), count: formatNumber(count) })

const formatArc = ({ name, number }: Schemas['StoryArc']) => (number ? `${name} ${number}` : name)

function formatRelease({ year, month, day }: FullBook['metadata']): string | null {
  if (year === null) return null
  if (month === null) return String(year)
  const date = new Date(year, month - 1, day ?? 1)
  const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat(getFormatLocale(), {
    ...options,
    ...(day !== null && { day: 'numeric' as const }),
  }).format(date)
}
