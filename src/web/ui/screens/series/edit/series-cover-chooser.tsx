/** Chooses a series cover: from the first book, another book, or an upload. */
import { useQuery } from '@tanstack/react-query'
import { readResponse, api, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import {
  CoverChoice,
  CoverNote,
  CoverOption,
  CoverOptions,
  CoverUpload,
  getUpload,
} from '../../../components/cover-options/cover-options'
import { useCoverChange } from '../../../components/cover-options/use-cover-change'
import { ErrorState, Loading } from '../../../components/feedback/states'
import { bookLabel } from '../../../labels/metadata-labels'
import { withId } from '../../../components/use-action'
import { useProviderName } from '../../../components/use-provider-name'
import { t } from '../../../i18n/i18n'
import { seriesBooksQuery } from '../queries'

type Series = Schemas['Series']

export function SeriesCoverChooser({ series }: { series: Series }) {
  const { id } = series
  const covers = useQuery(apiQuery('/api/v1/series/{id}/covers', withId(id)))
  const books = useQuery(seriesBooksQuery(id, {}))
  const upload = useCoverChange(
    id,
    (file: File, signal) =>
      readResponse(
        api.POST('/api/v1/series/{id}/cover', { ...withId(id), ...getUpload(file), signal }),
      ),
    { isTold: true },
  )
  const failed = [covers, books].find(({ isError, data }) => isError && !data)
  if (failed) return <ErrorState error={failed.error} retry={failed.refetch} />
  if (!covers.data || !books.data) return <Loading />
  const { data, total } = books.data
  return (
    <CoverChoice>
      <CoverUpload busy={upload.isPending} onFile={upload.mutate} />
      <CoverNote>{t('Changes apply immediately')}</CoverNote>
      <Options series={series} covers={covers.data.covers} books={data} />
      {data.length < total && (
        <CoverNote>
          {t(
            'Only the first {count} books are shown. To use any other page as the cover, open a book and choose “All pages”.',
            { count: data.length },
          )}
        </CoverNote>
      )}
    </CoverChoice>
  )
}

interface OptionsProps {
  series: Series
  covers: readonly Schemas['Cover'][]
  books: readonly Schemas['Book'][]
}

function Options({ series: { id, selectedCoverSource }, covers, books }: OptionsProps) {
  const choose = useCoverChange(id, (source: string, signal) =>
    readResponse(
      api.PATCH('/api/v1/series/{id}/cover/source', { ...withId(id), body: { source }, signal }),
    ),
  )
  const select = useCoverChange(id, (coverId: string, signal) =>
    readResponse(
      api.PUT('/api/v1/series/{id}/covers/{coverId}/select', { ...at(id, coverId), signal }),
    ),
  )
  const remove = useCoverChange(id, (coverId: string, signal) =>
    readResponse(
      api.DELETE('/api/v1/series/{id}/covers/{coverId}', { ...at(id, coverId), signal }),
    ),
  )
  const providerName = useProviderName(covers.length > 0)
  const shown = choose.isPending ? choose.variables : (selectedCoverSource ?? 'first_book')
  const [first] = books
  const ofBook = (source: string, words: string, bookId: string) => (
    <CoverOption
      key={source}
      words={words}
      picture={`api/v1/books/${bookId}/thumbnail`}
      isChosen={shown === source}
      onChoose={() => choose.mutate(source)}
    />
  )
  return (
    <CoverOptions>
      {first && ofBook('first_book', t('First book (default)'), first.id)}
      {covers.map(({ id: coverId, source, isSelected }) => (
        <CoverOption
          key={coverId}
          words={formatCoverSource(source, providerName)}
          picture={`api/v1/series/${id}/covers/${coverId}/image`}
          isChosen={isSelected && !choose.isPending}
          onChoose={() => select.mutate(coverId)}
          onRemove={source.startsWith('file') ? undefined : () => remove.mutate(coverId)}
        />
      ))}
      {books.map((book) => ofBook(`book:${book.id}`, bookLabel(book), book.id))}
    </CoverOptions>
  )
}

const at = (id: string, coverId: string) => ({ params: { path: { id, coverId } } })

function formatCoverSource(source: string, formatProvider: (source: string) => string): string {
  if (source === 'custom') return t('Your image')
  if (source.startsWith('file:')) return t('From folder: {name}', { name: source.slice(5) })
  return formatProvider(source)
}
