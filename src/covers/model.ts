import {
  anyText,
  boolean,
  booleanText,
  id,
  instant,
  integer,
  list,
  optional,
  named,
  shape,
  text,
  upload,
} from '../http/shapes'

export const SeriesParams = shape({ id: id() })
export const CoverParams = shape({ id: id(), coverId: id() })
export const PictureQuery = shape({ placeholder: optional(booleanText()) })

export const CoverView = named('Cover', {
  id: id(),
  seriesId: id(),
  source: anyText({ description: '`custom`, `plugin:<name>` or `file:<name>` (in its folder)' }),
  isSelected: boolean(),
  mediaType: anyText(),
  width: integer(),
  height: integer(),
  bytes: integer(),
  createdAt: instant(),
  updatedAt: instant(),
})
export const CoverList = shape({ covers: list(CoverView) })

/** `first_book`, `custom`, `book:<uuid>`, `plugin:<name>` or `file:<name>`. */
export const CoverSource = shape({ source: text(200, { minLength: 1 }) })

export const SelectedSource = shape({ selectedCoverSource: anyText(), hasCustomCover: boolean() })

/** The multipart form of an upload. */
export const UploadForm = shape({ file: upload() })
