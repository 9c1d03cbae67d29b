/** Reading progress and facts for a series. */
import type { Schemas } from '../../api/client'
import { Facts, ReadRing, type Fact } from '../../components/details/facts'
import { formatBytes } from '../../i18n/bytes'
import { grouped } from '../../components/map-group-by'
import { formatFileFormat, formatLanguage } from '../../labels/metadata-labels'
import { peopleFacts, PublisherLink } from '../../components/details/people'
import styles from '../../components/details/details.module.css'
import { formatDate, formatNumber, t } from '../../i18n/i18n'

type Series = Schemas['Series']

interface PanelProps {
  series: Series
  books: Schemas['PageOfBook']
}

export function SeriesPanel({ series, books }: PanelProps) {
  const { bookCount, unreadCount, lastCompletedAt } = series
  const read = bookCount - (unreadCount ?? bookCount)
  return (
    <>
      <ReadRing
        value={bookCount === 0 ? 0 : read / bookCount}
        words={t('{read} of {all} read', {
          read: formatNumber(read),
          all: formatNumber(bookCount),
        })}
        more={
          lastCompletedAt
            ? t('Last finished {date}', { date: formatDate(lastCompletedAt) })
            : undefined
        }
      />
      <Facts facts={buildFacts(series, books)} />
    </>
  )
}

export function buildFacts(series: Series, books: Schemas['PageOfBook']): Fact[] {
  const { metadata, createdAt, externalLinks } = series
  const { authors, publisher, imprint, language } = metadata
  return [
    ...peopleFacts(authors),
    ...fact(t('Publisher'), publisher && <PublisherLink name={publisher} />),
    ...fact(t('Imprint'), imprint),
    ...fact(t('Language'), language && formatLanguage(language)),
    ...fact(t('Added'), formatDate(createdAt)),
    ...fact(t('Files'), formatFiles(books)),
    ...fact(t('Links'), externalLinks.length > 0 && <Links links={externalLinks} />),
  ]
}

const fact = (name: string, value: React.ReactNode): Fact[] =>
  value === null || value === false || value === '' ? [] : [[name, value]]

const Links = ({ links }: { links: Series['externalLinks'] }) =>
  links.map(({ id, sourceName, url }, position) => (
    <span key={id}>
      {position > 0 && ', '}
      <a href={url} rel="noreferrer" target="_blank" className={styles.link}>
        {sourceName}
      </a>
    </span>
  ))

/** Returns text such as `12 CBZ · 2.1 GB`, or null if there are no books or not all are loaded. */
export function formatFiles({ data, total }: Schemas['PageOfBook']): string | null {
  if (data.length < total || total === 0) return null
  const formats = grouped(data, ({ fileFormat }) => formatFileFormat(fileFormat))
  const counts = [...formats].map(([name, { length }]) =>
    name === 'FOLDER'
      ? t('{count, plural, one {# image folder} other {# image folders}}', { count: length })
      : `${formatNumber(length)} ${name}`,
  )
  const bytes = data.reduce((sum, { fileSize }) => sum + fileSize, 0)
  return `${counts.join(', ')} · ${formatBytes(bytes)}`
}
