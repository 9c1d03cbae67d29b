import { ImageVersionQuery } from '../../platform/http/responses/image-version'
import { defineJob } from '../../platform/jobs/job'
import {
  anyText,
  booleanText,
  id,
  list,
  long,
  nullable,
  oneOf,
  optional,
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

export const CleanUpQuery = shape({
  dryRun: optional(booleanText({ description: 'Whether to only count what would be deleted' })),
})
export const CleanUpResult = named('ThumbnailCleanUp', {
  thumbnailsDeleted: long(),
  bytesFreed: long(),
  failures: long(),
  errors: list(anyText()),
})

export const JobAnswer = shape({
  taskId: nullable(id('ID of the job; null if the same job is already queued')),
})

/** Thumbnail route responses for the API description. */
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
export const makeThumbnails = defineJob<ThumbnailOrder>('make_thumbnails', { slots: 1 })
