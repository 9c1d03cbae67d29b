import { defineEvent } from '../../platform/events/event'
import {
  anyText,
  boolean,
  id,
  instant,
  integer,
  list,
  named,
  shape,
  text,
  upload,
} from '../../platform/http/shapes'

export const OwnerParams = shape({ id: id() })
export const CoverParams = shape({ id: id(), coverId: id() })

export const CoverView = named('Cover', {
  id: id(),
  seriesId: id(),
  source: anyText({
    description: "`custom`, `plugin:<name>`, or `file:<name>` for an image in the series' folder",
  }),
  isSelected: boolean(),
  mediaType: anyText(),
  width: integer(),
  height: integer(),
  bytes: integer(),
  createdAt: instant(),
  updatedAt: instant(),
})
/** Like `CoverView`, but for a book, whose sources differ. */
export const BookCoverView = named('BookCover', {
  id: id(),
  bookId: id(),
  source: anyText({ description: '`custom`, or `page:<n>` for a copy of that page' }),
  isSelected: boolean(),
  mediaType: anyText(),
  width: integer(),
  height: integer(),
  bytes: integer(),
  createdAt: instant(),
  updatedAt: instant(),
})
export const BookCoverList = shape({ covers: list(BookCoverView) })

const page = integer({ minimum: 1, maximum: 100_000, description: 'Page number, starting at 1' })
export const PageAsCover = shape({ page })
export const PageOfBookAsCover = shape({ bookId: id('ID of a book in this series'), page })

export const CoverList = shape({ covers: list(CoverView) })

/** `first_book`, `custom`, `book:<uuid>`, `plugin:<name>` or `file:<name>`. */
export const CoverSource = shape({ source: text(200, { minLength: 1 }) })

export const SelectedSource = shape({ selectedCoverSource: anyText(), hasCustomCover: boolean() })

/** The multipart form of an upload. */
export const UploadForm = shape({ file: upload() })

export const coverUpdated = defineEvent<{
  libraryId: string
  entityType: 'series' | 'book'
  entityId: string
  /** Set for the cover of a book. */
  seriesId?: string
}>('cover_updated')
