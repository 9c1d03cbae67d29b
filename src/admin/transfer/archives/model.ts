import { defineJob } from '../../../platform/jobs/job'
import {
  anyText,
  boolean,
  id,
  instant,
  long,
  named,
  nullable,
  patchable,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'

export interface ArchiveOrder {
  withSecrets: boolean
}

/** A second attempt would fail for the same reason. */
export const writeArchiveJob = defineJob<ArchiveOrder>('write_archive', {
  slots: 1,
  maxAttempts: 1,
})

export const ArchiveView = named('Archive', {
  name: anyText(),
  createdAt: instant(),
  sizeBytes: long(),
  hasSecrets: boolean({ description: 'Whether it contains hashes of passwords and keys' }),
})
export type ArchiveView = Static<typeof ArchiveView>

export const ArchiveBody = named('ArchiveRequest', {
  withSecrets: patchable(
    boolean({ description: 'Whether to include hashes of passwords and keys; default: false' }),
  ),
})
export type ArchiveBody = Static<typeof ArchiveBody>

export const ArchiveParams = shape({ name: text(200) })

export const ArchiveTask = named('ArchiveTask', {
  taskId: nullable(id('ID of the task; null if the same task is already queued')),
})
