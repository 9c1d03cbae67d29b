import {
  anyText,
  booleanText,
  id,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  shape,
} from '../../../platform/http/shapes'
import { messageMembers } from '../../../platform/http/message-shapes'

export const CleanUpQuery = shape({
  dryRun: optional(
    booleanText({ description: 'Whether to only count the files that would be deleted' }),
  ),
})

const failureMembers = {
  failures: long({ description: 'Number of files that could not be deleted' }),
  errors: list(anyText(), { description: 'Names of such files with the error code, at most 20' }),
}

export const CleanUpResult = named('ThumbnailCleanUp', {
  thumbnailsDeleted: long(),
  bytesFreed: long(),
  ...failureMembers,
})

export const OrphanStatsQuery = shape({
  includeFiles: optional(booleanText({ description: 'Whether to list the files as well' })),
})

export const OrphanStats = named('OrphanStats', {
  orphanedThumbnails: long(),
  orphanedCovers: long({ description: 'Uploaded covers that belong to nothing' }),
  totalSizeBytes: long(),
  files: nullable(
    list(
      named('OrphanedFile', {
        path: anyText({ description: 'Relative to the data folder' }),
        sizeBytes: long(),
        fileType: oneOf(['thumbnail', 'cover']),
        entityId: nullable(id('ID of the book or cover that no longer exists')),
      }),
    ),
    { description: 'At most 1,000 files; null unless they were requested' },
  ),
})

export const OrphanCleanUp = named('OrphanCleanUp', {
  thumbnailsDeleted: long(),
  coversDeleted: long(),
  bytesFreed: long(),
  ...failureMembers,
})

export const OrphanTask = named('OrphanCleanUpTask', {
  taskId: nullable(id('ID of the task; null if it is already queued')),
  ...messageMembers(),
})
