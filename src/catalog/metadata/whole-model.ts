/** One edit of a series and all that hangs on it, and what may be given back to the files. */
import {
  list,
  named,
  oneOf,
  optional,
  partial,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import { LocksBody, MetadataEdit, type MetadataField } from '../series/model'
import { partNames } from '../series/metadata/parts'
import { NewAlternateTitle, NewExternalId, NewExternalLink, NewExternalRating } from './model'

const editedFields = Object.keys(MetadataEdit.properties) as MetadataField[]

const Resettable = list(oneOf([...editedFields, ...partNames]), { maxItems: 100 })
const Names = list(text(100, { minLength: 1 }), { maxItems: 200 })
const atMost = { maxItems: 100 }

export const ResetSeriesBody = shape({ fields: optional(Resettable) })

/** Members left out stay as they are; lists are the whole list. */
export const WholeSeriesBody = named('WholeSeriesEdit', {
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
export type WholeSeriesBody = Static<typeof WholeSeriesBody>
