/** Chooses a book's cover: from its file, one of its pages, or an upload. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
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
import { withId } from '../../../components/use-action'
import { formatNumber, t } from '../../../i18n/i18n'

type Covers = readonly Schemas['BookCover'][]

export function BookCoverChooser({ id }: { id: string }) {
  const covers = useQuery(apiQuery('/api/v1/books/{id}/covers', withId(id)))
  const pages = useQuery(apiQuery('/api/v1/books/{id}/pages', withId(id)))
  const upload = useCoverChange(
    id,
    (file: File, signal) =>
      readResponse(
        api.POST('/api/v1/books/{id}/cover', { ...withId(id), ...getUpload(file), signal }),
      ),
    { isTold: true },
  )
  if (covers.isError) return <ErrorState error={covers.error} retry={covers.refetch} />
  if (!covers.data || pages.isPending) return <Loading />
  const given = covers.data.covers
  const count = pages.data?.length ?? 0
  return (
    <CoverChoice>
      <CoverUpload busy={upload.isPending} onFile={upload.mutate} />
      <CoverNote>{t('Changes apply immediately')}</CoverNote>
      <UploadedCovers id={id} covers={given} hasPages={count > 0} />
      {count > 0 && <Pages id={id} covers={given} count={count} />}
    </CoverChoice>
  )
}

interface UploadedCoversProps {
  id: string
  covers: Covers
  hasPages: boolean
}

function UploadedCovers({ id, covers, hasPages }: UploadedCoversProps) {
  const reset = useCoverChange(id, (_: void, signal) =>
    readResponse(api.DELETE('/api/v1/books/{id}/covers/selected', { ...withId(id), signal })),
  )
  const select = useCoverChange(id, (coverId: string, signal) =>
    readResponse(
      api.PUT('/api/v1/books/{id}/covers/{coverId}/select', { ...at(id, coverId), signal }),
    ),
  )
  const remove = useCoverChange(id, (coverId: string, signal) =>
    readResponse(api.DELETE('/api/v1/books/{id}/covers/{coverId}', { ...at(id, coverId), signal })),
  )
  const isOwn = covers.every(({ isSelected }) => !isSelected)
  // While a different cover is set, the file's own cover is assumed to be page 1.
  const guess = hasPages ? `api/v1/books/${id}/pages/1/thumbnail` : undefined
  return (
    <CoverOptions>
      <CoverOption
        words={t('From the file')}
        picture={isOwn ? `api/v1/books/${id}/thumbnail` : guess}
        isChosen={isOwn}
        onChoose={() => reset.mutate()}
      />
      {covers
        .filter(({ source }) => !source.startsWith('page:'))
        .map(({ id: coverId, isSelected }) => (
          <CoverOption
            key={coverId}
            words={t('Your image')}
            picture={`api/v1/books/${id}/covers/${coverId}/image`}
            isChosen={isSelected}
            onChoose={() => select.mutate(coverId)}
            onRemove={() => remove.mutate(coverId)}
          />
        ))}
    </CoverOptions>
  )
}

const at = (id: string, coverId: string) => ({ params: { path: { id, coverId } } })

const pagesAtOnce = 12

function Pages({ id, covers, count }: { id: string; covers: Covers; count: number }) {
  const [most, setMost] = useState(pagesAtOnce)
  const choose = useCoverChange(id, (page: number, signal) =>
    readResponse(
      api.POST('/api/v1/books/{id}/cover/page', { ...withId(id), body: { page }, signal }),
    ),
  )
  const chosen = choose.isPending
    ? `page:${choose.variables}`
    : covers.find(({ isSelected }) => isSelected)?.source
  const shown = Math.min(most, count)
  return (
    <>
      <CoverNote>{t('Or use a page of the book:')}</CoverNote>
      <CoverOptions>
        {Array.from({ length: shown }, (_, place) => place + 1).map((page) => (
          <CoverOption
            key={page}
            words={t('Page {number}', { number: formatNumber(page) })}
            picture={`api/v1/books/${id}/pages/${page}/thumbnail`}
            isChosen={chosen === `page:${page}`}
            onChoose={() => choose.mutate(page)}
          />
        ))}
      </CoverOptions>
      {shown < count && (
        <Button onClick={() => setMost(most + pagesAtOnce * 2)}>{t('Show more pages')}</Button>
      )}
    </>
  )
}
