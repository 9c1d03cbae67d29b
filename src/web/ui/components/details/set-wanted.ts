import { api, readResponse } from '../../api/client'

export interface WantedState {
  kind: 'series' | 'book'
  id: string
  wanted: boolean
}

export function setWanted({ kind, id, wanted }: WantedState): Promise<unknown> {
  const params = { params: { path: { id } } }
  if (wanted) {
    const body = kind === 'series' ? { seriesId: id } : { bookId: id }
    return readResponse(api.POST('/api/v1/want-to-read', { body }))
  }
  return kind === 'series'
    ? readResponse(api.DELETE('/api/v1/want-to-read/series/{id}', params))
    : readResponse(api.DELETE('/api/v1/want-to-read/books/{id}', params))
}
