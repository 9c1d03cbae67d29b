import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { isMissing } from '../../api/is-missing'
import { LayersIcon } from '../../components/icons'
import { EmptyState, ErrorState, Loading } from '../../components/feedback/states'
import { t } from '../../i18n/i18n'
import { getOnlyBook } from './only-book'
import { seriesBooksQuery, seriesQuery } from './queries'
import { useSummary } from './use-summary'
import { SeriesPage } from './series-page'

// Loaded only for a one-shot, for which the page of its book is shown.
const BookPage = lazy(async () => ({ default: (await import('../book/book-page')).BookPage }))

const route = getRouteApi('/signedIn/shell/series/$id')

export function SeriesScreen() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const series = useQuery(seriesQuery(id))
  const books = useQuery(seriesBooksQuery(id, {}))
  const summary = useSummary(series.data, books.data?.data[0])
  const failed = [series, books].find(({ isError, data }) => isError && !data)
  if (failed) return <Failed error={failed.error} retry={failed.refetch} />
  if (!series.data || !books.data) return <Loading />
  const only = getOnlyBook(series.data, books.data.data)
  if (only) {
    return (
      <Suspense fallback={<Loading />}>
        <BookPage key={only.id} id={only.id} series={series.data} />
      </Suspense>
    )
  }
  // Waits for the summary, so that the books below do not move when it arrives.
  if (summary === 'loading') return <Loading />
  return (
    <SeriesPage
      key={id}
      series={series.data}
      books={books.data}
      summary={summary}
      search={search}
    />
  )
}

function Failed({ error, retry }: { error: unknown; retry: () => unknown }) {
  if (!isMissing(error)) return <ErrorState error={error} retry={retry} />
  return (
    <EmptyState icon={LayersIcon} title={t('Series not found')} isScreen>
      <p>{t('This series was removed, or you don’t have access to it')}</p>
    </EmptyState>
  )
}
