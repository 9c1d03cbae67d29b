import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Schemas } from '../../api/client'
import { Loading } from '../../components/feedback/states'
import { Tabs } from '../../components/controls/tabs'
import { Chips } from '../../components/details/chips'
import { Description } from '../../components/details/description'
import { OwnRating } from '../../components/rating/lazy-own-rating'
import { DetailsHead } from '../../components/details/details-head'
import { Memberships } from '../../components/lists/memberships'
import styles from '../../components/details/details.module.css'
import { formatNumber, t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { SeriesActions } from './series-actions'
import { SeriesBooks } from './books/series-books'
import { SeriesEyebrow, SeriesLine, OtherTitles } from './series-head'
import { SeriesPanel } from './series-panel'
import type { SeriesSearch } from './series-search'
import type { Summary } from './use-summary'

// Loaded later, because its tab is not open initially.
const SeriesDetails = lazy(async () => ({
  default: (await import('./series-details')).SeriesDetails,
}))

interface SeriesPageProps {
  series: Schemas['Series']
  /** The first books, in natural order. */
  books: Schemas['PageOfBook']
  search: SeriesSearch
}

interface WholePageProps extends SeriesPageProps {
  summary: Summary | undefined
}

export function SeriesPage({ series, books, summary, search }: WholePageProps) {
  const { id, metadata, genres, tags } = series
  usePageTitle(metadata.title)
  return (
    <div className={styles.page}>
      <DetailsHead
        kind="series"
        id={id}
        isSingle={series.bookCount === 1}
        title={metadata.title}
        language={metadata.language}
        eyebrow={<SeriesEyebrow series={series} />}
        others={<OtherTitles series={series} />}
        line={<SeriesLine series={series} />}
        actions={<SeriesActions series={series} />}
        isPanelShort
        panel={<SeriesPanel series={series} books={books} />}
      >
        <OwnRating kind="series" id={id} />
        {summary && (
          <Description
            words={summary.text}
            source={summary.book && t('From {book}', { book: summary.book })}
          />
        )}
        <Chips label={t('Genres and tags')} genres={genres} tags={tags} />
        <Memberships kind="series" id={id} />
      </DetailsHead>
      <Parts series={series} books={books} search={search} />
    </div>
  )
}

function Parts({ series, books, search }: SeriesPageProps) {
  const { id } = series
  const navigate = useNavigate()
  const show = (tab: 'books' | 'details') =>
    void navigate({
      to: '/series/$id',
      params: { id },
      search: tab === 'books' ? {} : { tab },
      replace: true,
      resetScroll: false,
    })
  const ofBooks = {
    value: 'books' as const,
    label: `${kindOfBooks(books.data)} ${formatNumber(series.bookCount)}`,
    content: <SeriesBooks series={series} search={search} />,
  }
  const details = {
    value: 'details' as const,
    label: t('Details'),
    content: (
      <Suspense fallback={<Loading />}>
        <SeriesDetails series={series} books={books} />
      </Suspense>
    ),
  }
  return (
    <Tabs
      label={t('Page sections')}
      value={search.tab ?? 'books'}
      onChange={show}
      tabs={[ofBooks, details]}
    />
  )
}

function kindOfBooks(books: readonly Schemas['Book'][]): string {
  const kinds = new Set(books.map(({ numberKind }) => numberKind))
  if (kinds.size !== 1) return t('Books')
  if (kinds.has('volume')) return t('Volumes')
  if (kinds.has('issue')) return t('Issues')
  return kinds.has('chapter') ? t('Chapters') : t('Books')
}
