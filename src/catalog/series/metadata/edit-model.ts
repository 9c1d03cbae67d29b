/**
 * Requests that edit a series with its lists or reset its fields, and the view of the field
 * sources.
 */
import {
  id,
  list,
  named,
  oneOf,
  optional,
  partial,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'
import {
  NewAlternateTitle,
  NewExternalId,
  NewExternalLink,
  NewExternalRating,
} from '../../metadata/model'
import { FieldSourceView, SidecarView } from '../../metadata/sources-model'
import { LocksBody, MetadataEdit, type MetadataField } from '../model'
import { filePartNames } from './file-parts'

const editedFields = Object.keys(MetadataEdit.properties) as MetadataField[]

const Resettable = list(oneOf([...editedFields, ...filePartNames]), { maxItems: 100 })
const Names = list(text(100, { minLength: 1 }), { maxItems: 200 })
const atMost = { maxItems: 100 }

export const ResetSeriesBody = shape({ fields: optional(Resettable) })

/** Omitted members keep their values; a list replaces the entire stored list. */
export const SeriesEditBody = named('WholeSeriesEdit', {
  ...partial(MetadataEdit).properties,
  genres: optional(Names),
  tags: optional(Names),
  alternateTitles: optional(list(NewAlternateTitle, atMost)),
  externalLinks: optional(list(NewExternalLink, atMost)),
  externalIds: optional(list(NewExternalId, atMost)),
  externalRatings: optional(list(NewExternalRating, atMost)),
  locks: optional(LocksBody),
  reset: optional(Resettable),
})
export type SeriesEditBody = Static<typeof SeriesEditBody>

export const SeriesSourcesView = named('SeriesMetadataSources', {
  seriesId: id(),
  fields: list(FieldSourceView),
  files: list(SidecarView, { description: 'Sidecar files of the series' }),
})
export type SeriesSourcesView = Static<typeof SeriesSourcesView>
