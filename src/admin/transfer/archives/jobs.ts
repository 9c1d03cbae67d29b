import { rename } from 'node:fs/promises'
import type { Context } from '../../../context'
import { handleJob, type JobRegistration } from '../../../platform/jobs/job'
import { getStorage } from '../../../platform/storage/open-storage'
import { type EverythingOptions, exportEverything } from '../everything/export-everything'
import {
  archivesFolder,
  buildArchiveName,
  deleteArchiveFile,
  deleteUnfinished,
  getArchiveKey,
  listArchiveFiles,
} from './archive-files'
import { type ArchiveOrder, writeArchiveJob } from './model'

export type ArchiveContents = Pick<EverythingOptions, 'kinds' | 'isCover'>

export const archiveJobs = (ctx: Context, contents: ArchiveContents): JobRegistration[] => [
  handleJob(writeArchiveJob, ({ payload }, signal) =>
    writeArchive(ctx, { ...contents, ...payload, signal }),
  ),
]

/** Deletes older archives afterward, because each can be as large as the database. */
async function writeArchive(
  ctx: Context,
  options: ArchiveContents & ArchiveOrder & { signal: AbortSignal },
) {
  const { config, clock } = ctx
  await deleteUnfinished(config)
  const name = buildArchiveName(clock.now(), options)
  await getStorage(config).store(archivesFolder, async (path) => {
    const zip = `${path}.zip`
    await exportEverything(ctx, { ...options, to: zip })
    await rename(zip, path)
    return { key: getArchiveKey(name) }
  })
  for (const file of await listArchiveFiles(config)) {
    if (file.name !== name) await deleteArchiveFile(config, file.name)
  }
}
