/** `quire storage copy`: copies thumbnails, uploads, exports and imports to a bucket, or back. */
import { existsSync, readFileSync } from 'node:fs'
import type { LoadedConfig } from '../../platform/config/load'
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { CopyReport } from '../../platform/storage/copy-files'
import type { FileStorage } from '../../platform/storage/storage'
import type { CommandIo } from '../config'
import { exitFailure, exitOk, exitUnavailable, exitUsage } from '../exit-codes'
import { loadSettings, reportError } from '../server/command'
import { parseCommandArgs } from '../arguments'

const help = `Usage: quire storage copy --to s3        copy stored files from the data folder to the bucket
       quire storage copy --to folder    copy stored files from the bucket to the data folder

Stored files are thumbnails, uploaded covers, exports and imports. The settings describe both places:
"data_dir" and "storage.s3". Every copy is read again and compared. Nothing is deleted. Afterwards, set
"storage.type" to the new place.

The server may run. Then run the command again after the server was restarted with the new setting:
it copies only files that are missing or older. It continues an interrupted copy in the same way.

${configFlagsHelp}`

const options = { ...configFlags, to: { type: 'string' } } as const

export async function runStorage(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const { to } = values
  if (positionals.join(' ') !== 'copy' || (to !== 's3' && to !== 'folder')) {
    io.err(`Specify where to copy the files: --to s3 or --to folder.\n\n${help}`)
    return exitUsage
  }
  try {
    return await copy(loadSettings(values, io), to, io)
  } catch (error) {
    const { BucketUnreachable } = await import('../../platform/storage/bucket-unreachable')
    if (!(error instanceof BucketUnreachable)) return reportError(error, io)
    io.err(
      `The bucket cannot be used: ${error.message}. "quire doctor" checks it if storage.type is s3. Run the command again to continue.\n`,
    )
    return exitUnavailable
  }
}

async function copy({ config }: LoadedConfig, to: FileStorage['type'], io: CommandIo) {
  const { openStorage } = await import('../../platform/storage/open-storage')
  const { copyFiles } = await import('../../platform/storage/copy-files')
  const { claimBucket } = await import('../../platform/storage/verify-bucket')
  const { getInstanceFile } = await import('../../platform/db/folder/verify-data-folder')
  const source = openStorage(config, to === 's3' ? 'folder' : 's3')
  const target = openStorage(config, to)
  // A new data folder, for example that of an additional process, does not contain this file yet.
  const instance = getInstanceFile(config.data_dir)
  if (existsSync(instance)) await claimBucket(config, readFileSync(instance, 'utf8').trim())
  const report = await copyFiles(source, target, printProgress(io))
  io.out(describeReport(report))
  if (report.failures > 0) {
    io.err(`These files could not be copied:\n${report.failed.map(formatLine).join('')}`)
    return exitFailure
  }
  if (config.storage.type !== to) io.out(`Next, set storage.type to ${to}, and restart Quire.\n`)
  return exitOk
}

const formatLine = (key: string) => `  ${key}\n`

const reportEveryMs = 5_000

function printProgress({ out }: CommandIo) {
  let lastMs = performance.now()
  return ({ copied, present }: Readonly<CopyReport>, key: string) => {
    if (performance.now() - lastMs < reportEveryMs) return
    lastMs = performance.now()
    const folder = key.split('/')[0]!
    out(`${formatCount(copied)} copied, ${formatCount(present)} present, now ${folder}\n`)
  }
}

const formatCount = (count: number) => count.toLocaleString('en-US')

function describeReport({ copied, bytes, present }: CopyReport) {
  const megabytes = formatCount(Math.ceil(bytes / 1e6))
  return `Copied ${formatCount(copied)} files (${megabytes} MB) and compared them. ${formatCount(present)} were there already.\n`
}
