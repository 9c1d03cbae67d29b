import type { Context } from '../../../context'
import { handleJob, type JobRegistration } from '../../../platform/jobs/job'
import { type EverythingOptions, exportEverything } from '../everything/export-everything'
import {
  buildArchiveName,
  deleteArchiveFile,
  getArchivePath,
  listArchiveFiles,
  prepareFolder,
} from './archive-files'
import { type ArchiveOrder, writeArchiveJob } from './model'

export type ArchiveContents = Pick<EverythingOptions, 'kinds' | 'isCover'>

export const archiveJobs = (ctx: Context, contents: ArchiveContents): JobRegistration[] => [
  handleJob(writeArchiveJob, ({ payload }, signal) =>
    writeArchive(ctx, { ...contents, ...payload, signal }),
  ),
]

/** The archives before it are deleted, because they can be as large as the database. */
async function writeArchive(
  ctx: Context,
  options: ArchiveContents & ArchiveOrder & { signal: AbortSignal },
) {
  const { config, clock } = ctx
  await prepareFolder(config)
  const name = buildArchiveName(clock.now(), options)
  await exportEverything(ctx, { ...options, to: getArchivePath(config, name) })
  for (const file of await listArchiveFiles(config)) {
    if (file.name !== name) await deleteArchiveFile(config, file.name)
  }
}
