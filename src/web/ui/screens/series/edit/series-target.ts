/** Loads and saves series metadata. */
import { readResponse, api, ApiError, type Schemas } from '../../../api/client'
import type { Draft, Stored } from '../../../components/edit/form/draft'
import { externalRows, isWritten, withSites } from '../../../components/edit/fields/external-rows'
import { type PairRow, rowsIn } from '../../../components/edit/fields/rows-field'
import type { Loaded, Target } from '../../../components/edit/form/use-edit-form'
import { buildMetadataBody } from '../../../components/edit/form/metadata-body'
import { withId } from '../../../components/use-action'

export const seriesTarget = (id: string): Target => ({ id, load, save })

async function load(id: string): Promise<Loaded> {
  // Loads the version before the values. If the values are newer than that version, saving reports
  // a conflict.
  const { data, error, response } = await api.GET('/api/v1/series/{id}/metadata', withId(id))
  if (!data) throw new ApiError(response.status, error)
  const sources = await readResponse(api.GET('/api/v1/series/{id}/metadata/sources', withId(id)))
  const fields = sources.fields.map((field) => [field.field, asRows[field.field]?.(field) ?? field])
  return {
    tag: response.headers.get('etag') ?? '*',
    fields: Object.fromEntries(fields) as Loaded['fields'],
  }
}

async function save(id: string, draft: Draft, { tag }: Loaded) {
  await readResponse(
    api.POST('/api/v1/series/{id}/metadata/edit', {
      ...withId(id),
      headers: { 'If-Match': tag },
      body: buildBody(draft),
    }),
  )
}

/** Builds the request body. Its lists replace the stored ones. Empty rows are omitted. */
function buildBody(draft: Draft): Schemas['WholeSeriesEdit'] {
  const body: Record<string, unknown> = buildMetadataBody(draft, (field) =>
    field === 'authors' ? 'authorsJsonLock' : field,
  )
  for (const [field, toSend] of Object.entries(rows)) {
    if (field in body) body[field] = rowsIn(body[field]).filter(isWritten).map(toSend)
  }
  for (const field of ['genres', 'tags']) if (field in body) body[field] ??= []
  return body
}

const rows: Record<string, (row: PairRow) => unknown> = {
  alternateTitles: ({ label = '', title = '' }) => ({ label: label.trim() || 'Other', title }),
  ...externalRows,
  externalRatings: (row) => getRating(row),
}

const asRows: Record<string, (field: Stored) => Stored> = {
  externalIds: withSites,
  externalRatings: withPoints,
}

/** Factor between the ten-point scale of the form and the stored ratings from 0 to 100. */
const ofTen = 10

function withPoints(field: Stored): Stored {
  const value = (field.value as { sourceName: string; rating: number }[]).map(
    ({ sourceName, rating }) => ({ sourceName, points: String(rating / ofTen) }),
  )
  return { ...field, value }
}

const getRating = ({ sourceName = '', points = '' }: PairRow) => ({
  sourceName,
  rating: Math.round(Number(points.trim().replace(',', '.')) * ofTen * 100) / 100,
})
