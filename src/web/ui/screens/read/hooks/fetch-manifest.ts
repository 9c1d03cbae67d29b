import { ApiError, buildUrl, type Schemas, takeEmbeddedAnswer } from '../../../api/client'
import { loadServerMessages } from '../../../i18n/catalogue-parts'
import { createViewedRequest } from '../../../state/session/view-as'

/** Builds the query for the Readium manifest of a book, whose type depends on the format. */
export const manifestQuery = <Manifest>(bookId: string) => ({
  queryKey: ['/api/v1/books/{id}/manifest', bookId],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchManifest<Manifest>(bookId, signal),
})

async function fetchManifest<Manifest>(bookId: string, signal: AbortSignal) {
  const address = buildUrl(`api/v1/books/${bookId}/manifest`)
  const request = createViewedRequest(address, { signal })
  const answer = takeEmbeddedAnswer(request) ?? (await fetch(request))
  const body: unknown = await answer.json()
  if (!answer.ok) {
    await loadServerMessages()
    throw new ApiError(answer.status, body as Schemas['Error'])
  }
  return body as Manifest
}
