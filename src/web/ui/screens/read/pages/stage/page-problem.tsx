/** Shown for a page that could not be displayed, with the reason. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { ApiError, buildUrl, type Schemas } from '../../../../api/client'
import { formatError } from '../../../../api/format-error'
import { apiQuery } from '../../../../api/query'
import { Button, buttonClass } from '../../../../components/controls/button'
import { RefreshIcon } from '../../../../components/icons'
import { loadServerMessages } from '../../../../i18n/catalogue-parts'
import { t } from '../../../../i18n/i18n'
import { requests } from '../../../../../shared/requests'

const TrashedBook = lazy<ComponentType<{ bookId: string }>>(() =>
  import('../../../../components/details/trashed-book').then(
    (part) => ({ default: part.TrashedBook }),
    () => ({ default: () => null }),
  ),
)

interface PageProblemProps {
  bookId: string
  page: number
  retry(): void
}

export function PageProblem({ bookId, page, retry }: PageProblemProps) {
  const reason = useReason(bookId, page)
  const seriesId = useSeriesId(bookId)
  return (
    <>
      <p>{t('Couldn’t show this page')}</p>
      {reason && <p>{reason}</p>}
      <Button
        icon={RefreshIcon}
        onClick={(event) => {
          event.stopPropagation()
          retry()
        }}
      >
        {t('Try again')}
      </Button>
      {seriesId && (
        <Link to="/series/$id" params={{ id: seriesId }} replace className={buttonClass('plain')}>
          {t('Go to series')}
        </Link>
      )}
      {reason && (
        <Suspense>
          <TrashedBook bookId={bookId} />
        </Suspense>
      )}
    </>
  )
}

/** Reads the book from the cache, because the reader has already loaded it. */
const useSeriesId = (id: string) =>
  useQuery({ ...apiQuery(requests.book.path, { params: { path: { id } } }), enabled: false }).data
    ?.book.seriesId

/** Image elements do not report why they failed, so the image is requested again. */
function useReason(bookId: string, page: number): string | undefined {
  const [reason, setReason] = useState<string>()
  useEffect(() => {
    const stopped = new AbortController()
    const address = buildUrl(`api/v1/books/${bookId}/pages/${page}`)
    fetchReason(address, stopped.signal).then(setReason, () => undefined)
    return () => stopped.abort()
  }, [bookId, page])
  return reason
}

/** Returns undefined if the server sends the image, which the browser then cannot decode. */
async function fetchReason(address: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = await fetch(address, { signal })
  if (answer.ok) {
    await answer.body?.cancel()
    return undefined
  }
  const body = (await answer.json()) as Schemas['Error']
  await loadServerMessages()
  return formatError(new ApiError(answer.status, body))
}
