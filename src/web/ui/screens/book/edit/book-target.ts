/** Loads and saves a book's metadata. */
import { readResponse, api, ApiError, type Schemas } from '../../../api/client'
import type { Draft } from '../../../components/edit/form/draft'
import type { Loaded, Target } from '../../../components/edit/form/use-edit-form'
import { externalRows, isWritten, withSites } from '../../../components/edit/fields/external-rows'
import { rowsIn } from '../../../components/edit/fields/rows-field'
import { buildMetadataBody } from '../../../components/edit/form/metadata-body'
import { withId } from '../../../components/use-action'

export const bookTarget = (id: string): Target => ({ id, load, save })

async function load(id: string): Promise<Loaded> {
  // Loads the version before the values. If the values are newer than that version, saving reports
  // a conflict.
  const { data, error, response } = await api.GET('/api/v1/books/{id}/metadata', withId(id))
  if (!data) throw new ApiError(response.status, error)
  const sources = await readResponse(api.GET('/api/v1/books/{id}/metadata/sources', withId(id)))
  return {
    tag: response.headers.get('etag') ?? '*',
    fields: Object.fromEntries(
      sources.fields.map((field) => [
        field.field,
        field.field === 'externalIds' ? withSites(field) : field,
      ]),
    ),
  }
}

async function save(id: string, draft: Draft, { tag }: Loaded) {
  await readResponse(
    api.POST('/api/v1/books/{id}/metadata/edit', {
      ...withId(id),
      headers: { 'If-Match': tag },
      body: buildBody(draft),
    }),
  )
}

/** Builds the request body. Empty rows are omitted. */
function buildBody(draft: Draft): Schemas['WholeBookEdit'] {
  const body: Record<string, unknown> = buildMetadataBody(draft, getLock)
  for (const [field, toSend] of Object.entries(externalRows)) {
    if (field in body) body[field] = rowsIn(body[field]).filter(isWritten).map(toSend)
  }
  return body
}

const getLock = (field: string) =>
  ['authors', 'awards'].includes(field) ? `${field}JsonLock` : `${field}Lock`
