/**
 * A series or book to match with providers, and its requests: search, preview, apply, undo,
 * exclude.
 */
import { api, readResponse, type Schemas } from '../../api/client'
import { withId } from '../use-action'

export interface MatchTarget {
  kind: 'series' | 'book'
  id: string
  libraryId: string
  title: string
}

type Named = Pick<MatchTarget, 'kind' | 'id'>

export function searchProviders(
  { kind, id }: Named,
  body: Schemas['MatchSearch'],
  signal: AbortSignal,
) {
  const request = { ...withId(id), body, signal }
  return readResponse(
    kind === 'series'
      ? api.POST('/api/v1/series/{id}/metadata/search', request)
      : api.POST('/api/v1/books/{id}/metadata/search', request),
  )
}

export function previewWork(
  { kind, id }: Named,
  body: Schemas['MetadataPreviewRequest'],
  signal: AbortSignal,
) {
  const request = { ...withId(id), body, signal }
  return readResponse(
    kind === 'series'
      ? api.POST('/api/v1/series/{id}/metadata/preview', request)
      : api.POST('/api/v1/books/{id}/metadata/preview', request),
  )
}

export function applyWork({ kind, id }: Named, body: Schemas['MetadataApplyRequest']) {
  const request = { ...withId(id), body }
  return readResponse(
    kind === 'series'
      ? api.POST('/api/v1/series/{id}/metadata/apply', request)
      : api.POST('/api/v1/books/{id}/metadata/apply', request),
  )
}

/** Undoes an applied match by restoring the previous fields and cover. */
export async function undoApplied(
  { kind, id }: Named,
  { changeSetId, coverId }: Schemas['MetadataApplyResponse'],
) {
  if (coverId) {
    const params = { path: { id, coverId } }
    await readResponse(
      kind === 'series'
        ? api.DELETE('/api/v1/series/{id}/covers/{coverId}', { params })
        : api.DELETE('/api/v1/books/{id}/covers/{coverId}', { params }),
    )
  }
  if (changeSetId) {
    const params = { path: { id, changeSetId } }
    await readResponse(
      kind === 'series'
        ? api.POST('/api/v1/series/{id}/metadata/changes/{changeSetId}/undo', { params })
        : api.POST('/api/v1/books/{id}/metadata/changes/{changeSetId}/undo', { params }),
    )
  }
}

export function setNeverMatched({ kind, id }: Named, isNever: boolean, signal: AbortSignal) {
  const request = { ...withId(id), body: {}, signal }
  const path =
    kind === 'series'
      ? '/api/v1/series/{id}/metadata/exclusions'
      : '/api/v1/books/{id}/metadata/exclusions'
  return readResponse(isNever ? api.PUT(path, request) : api.DELETE(path, request))
}
