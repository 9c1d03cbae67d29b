import { BulkIds } from '../../platform/http/bulk'
import { ImageVersionQuery } from '../../platform/http/responses/image-version'
import { defineJob } from '../../platform/jobs/job'
import {
  boolean,
  booleanText,
  id,
  list,
  long,
  nullable,
  oneOf,
  optional,
  patchable,
  named,
  shape,
  type Static,
} from '../../platform/http/shapes'

export const BookParams = shape({ id: id() })
export const LibraryParams = shape({ id: id() })

/** The widths are limited so that requests cannot fill the disk. */
const widths = ['240', '320'] as const
export type ThumbnailWidth = (typeof widths)[number]

const formats = ['webp', 'jpeg'] as const

export const ThumbnailQuery = shape({
  placeholder: optional(
    booleanText({
      description: 'If false, returns 404 instead of a placeholder while there is no thumbnail',
    }),
  ),
  width: optional(oneOf(widths, { description: 'Width in pixels; default: the stored width' })),
  format: optional(
    oneOf(formats, {
      description: 'Image format; use jpeg for apps that cannot show WebP. Default: webp',
    }),
  ),
  ...ImageVersionQuery,
})
export type ThumbnailQuery = Static<typeof ThumbnailQuery>

export const JobAnswer = shape({
  taskId: nullable(id('ID of the job; null if the same job is already queued')),
})

const force = patchable(
  boolean({ description: 'Whether to create existing thumbnails again; default: false' }),
)

export const ForceBody = named('ThumbnailOptions', { force })
export const BookThumbnailsBody = named('BookThumbnailsRequest', { bookIds: BulkIds(), force })
export const SeriesThumbnailsBody = named('SeriesThumbnailsRequest', {
  seriesIds: BulkIds(),
  force,
})

export const ThumbnailsOfSeriesBody = named('ThumbnailsOfSeriesRequest', {
  libraryId: patchable(id()),
  seriesIds: patchable(BulkIds()),
  force,
})

export const ThumbnailsBody = named('ThumbnailsRequest', {
  libraryId: patchable(id()),
  seriesId: patchable(id()),
  bookIds: patchable(BulkIds()),
  seriesIds: patchable(BulkIds()),
  force,
})
export type ThumbnailsBody = Static<typeof ThumbnailsBody>

export const ThumbnailTasks = named('ThumbnailTasks', {
  bookCount: long({ description: 'Number of books that were selected' }),
  taskId: nullable(id('The first of `taskIds`; null if there is none')),
  taskIds: list(id(), {
    description: 'A task per library; a library whose task is already queued is not included',
  }),
})
export type ThumbnailTasks = Static<typeof ThumbnailTasks>

/** Responses of the thumbnail routes, for the API description. */
export const pictureAnswers = {
  200: {
    description: 'The thumbnail',
    content: {
      'image/webp': { schema: { type: 'string', format: 'binary' } },
      'image/jpeg': { schema: { type: 'string', format: 'binary' } },
      'image/png': { schema: { type: 'string', format: 'binary' } },
    },
  },
  304: { description: 'Not modified' },
} as const

export interface ThumbnailOrder {
  libraryId: string
  /** Recreate thumbnails whose files are missing. */
  check?: boolean
  /** Recreate all thumbnails. */
  all?: boolean
}
export const cleanUpOrphansJob = defineJob<object>('clean_up_orphans', { slots: 1 })
export const makeThumbnails = defineJob<ThumbnailOrder>('make_thumbnails', { slots: 1 })
