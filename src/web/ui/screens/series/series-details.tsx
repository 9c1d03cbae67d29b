/** Details of a series: titles, ratings, editions, releases, files and history. */
import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client'
import { Card, Cards, PathLine } from '../../components/card/card'
import { ReadHistory } from '../../components/details/read-history'
import { Facts, type Fact } from '../../components/details/facts'
import { formatBytes } from '../../i18n/bytes'
import { SidecarFiles } from '../../components/details/sidecar-files'
import { withId } from '../../components/use-action'
import { useProviderName } from '../../components/use-provider-name'
import { detectLanguage } from '../../labels/title-language'
import styles from '../../components/details/details.module.css'
import { formatDate, formatNumber, t } from '../../i18n/i18n'
import { apiQuery } from '../../api/query'
import { buildFacts, formatFiles } from './series-panel'
import { formatLanguage } from '../../labels/metadata-labels'

// Loaded separately, so that the other details do not wait for these.
const Releases = lazy(async () => ({
  default: (await import('./releases/releases')).Releases,
}))

const Editions = lazy(async () => ({
  default: (await import('../../components/grouping/editions')).Editions,
}))
const GroupingHistory = lazy(async () => ({
  default: (await import('../../components/grouping/grouping-history')).GroupingHistory,
}))

type Series = Schemas['Series']

interface DetailsProps {
  series: Series
  books: Schemas['PageOfBook']
}

export const SeriesDetails = ({ series, books }: DetailsProps) => (
  <Cards>
    <div className={styles.narrowOnly}>
      <Card title={t('About')}>
        <Facts facts={buildFacts(series, books)} />
      </Card>
    </div>
    <Titles series={series} />
    <Ratings ratings={series.externalRatings} />
    <Suspense>
      <Editions seriesId={series.id} />
    </Suspense>
    <Suspense>
      <Releases series={series} />
    </Suspense>
    <Files series={series} books={books} />
    <Beside series={series} />
    <Suspense>
      <GroupingHistory seriesId={series.id} />
    </Suspense>
    <History series={series} />
  </Cards>
)

function Titles({ series: { metadata, alternateTitles, externalIds } }: { series: Series }) {
  const providerName = useProviderName(externalIds.length > 0)
  const facts: Fact[] = [
    [t('Title'), metadata.title],
    ...(metadata.titleSort ? [[t('Sort title'), metadata.titleSort] as const] : []),
    ...alternateTitles.map(({ label, title }): Fact => [
      formatTitleLabel(label),
      <bdi key={label} lang={detectLanguage(label, title)}>
        {title}
      </bdi>,
    ]),
    ...externalIds.map(({ source, externalId, externalUrl }): Fact => [
      t('{source} ID', { source: providerName(source) }),
      externalUrl ? (
        <a href={externalUrl} rel="noreferrer" target="_blank" className={styles.link}>
          {externalId}
        </a>
      ) : (
        externalId
      ),
    ]),
  ]
  return (
    <Card title={t('Titles')}>
      <Facts facts={facts} />
    </Card>
  )
}

function Ratings({ ratings }: { ratings: Series['externalRatings'] }) {
  if (ratings.length === 0) return null
  return (
    <Card title={t('Ratings')}>
      <Facts
        facts={ratings.map(({ sourceName, rating, voteCount }) => [
          sourceName,
          [
            t('{score} out of 10', { score: formatNumber(Math.round(rating) / 10) }),
            voteCount
              ? t('{votes, plural, one {# vote} other {# votes}}', { votes: voteCount })
              : '',
          ]
            .filter(Boolean)
            .join(' · '),
        ])}
      />
    </Card>
  )
}

function Files({ series: { path, createdAt, updatedAt }, books }: DetailsProps) {
  const bytes = books.data.reduce((sum, { fileSize }) => sum + fileSize, 0)
  const words = formatFiles(books) ?? t('more than {size}', { size: formatBytes(bytes) })
  return (
    <Card title={t('Files')}>
      <Facts
        facts={[
          ...(books.total > 0 ? [[t('Books'), words] as const] : []),
          [t('Added'), formatDate(createdAt)],
          [t('Updated'), formatDate(updatedAt)],
        ]}
      />
      {path && <PathLine label={t('Folder')} path={path} />}
    </Card>
  )
}

function Beside({ series: { id } }: { series: Series }) {
  const sources = useQuery(apiQuery('/api/v1/series/{id}/metadata/sources', withId(id)))
  return <SidecarFiles files={sources.data?.files ?? []} />
}

function History({ series: { id } }: { series: Series }) {
  const history = useQuery(
    apiQuery('/api/v1/series/{id}/read-history', { params: { path: { id } } }),
  )
  const entries = history.data?.entries ?? []
  if (entries.length === 0) return null
  return (
    <Card title={t('Reading history')}>
      <ReadHistory entries={entries} />
    </Card>
  )
}

/** `label` is a language code or free text. Labels from files are always "Localized" or "Other". */
function formatTitleLabel(label: string): string {
  if (label === 'Localized') return t('Localized title')
  if (label === 'Other') return t('Alternate title')
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(label) ? formatLanguage(label) : label
}
