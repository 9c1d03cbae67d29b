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
    booleanText({ description: 'false: 404 instead of a placeholder while there is none' }),
  ),
  width: optional(oneOf(widths, { description: 'Width in pixels; default: as stored' })),
  format: optional(
    oneOf(formats, { description: 'jpeg for apps that cannot show WebP; default: webp' }),
  ),
})
export type ThumbnailQuery = Static<typeof ThumbnailQuery>

export const CleanUpQuery = shape({
  dryRun: optional(booleanText({ description: 'Only count what would be deleted' })),
})
export const CleanUpResult = named('ThumbnailCleanUp', {
  thumbnailsDeleted: long(),
  bytesFreed: long(),
  failures: long(),
  errors: list(anyText()),
})

export const JobAnswer = shape({
  taskId: nullable(id('Id of the job; null when the same job is already queued')),
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
