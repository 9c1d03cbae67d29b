import {
  anyText,
  booleanText,
  id,
  list,
  long,
  nullable,
  optional,
  named,
  shape,
} from '../http/shapes'

export const BookParams = shape({ id: id() })
export const LibraryParams = shape({ id: id() })

export const ThumbnailQuery = shape({ placeholder: optional(booleanText()) })

export const CleanUpQuery = shape({ dryRun: optional(booleanText()) })
export const CleanUpResult = named('ThumbnailCleanUp', {
  thumbnailsDeleted: long(),
  bytesFreed: long(),
  failures: long(),
  errors: list(anyText()),
})

export const JobAnswer = shape({
  taskId: nullable(id('Id of the job; null when the same is already waiting')),
})

/** How a picture is described in the API document. */
export const pictureAnswers = {
  200: {
    description: 'The picture',
    content: {
      'image/webp': { schema: { type: 'string', format: 'binary' } },
      'image/png': { schema: { type: 'string', format: 'binary' } },
    },
  },
  304: { description: 'Not changed since' },
} as const
