/**
 * Copies all files from one storage to another. Files that have already been copied are skipped, so
 * an interrupted copy can be repeated. Every copy is read back and compared.
 */
import { copyFile } from 'node:fs/promises'
import { computeSha256 } from '../db/backups/manifest'
import { isAbsent } from '../lib/optional-files'
import { type FileStorage, isUnfinished, storedFolders } from './storage'

const filesAtOnce = 8
const attempts = 2
const maxListed = 20

export interface CopyReport {
  copied: number
  bytes: number
  /** Number of files that had already been copied. */
  present: number
  failures: number
  /** The first keys that could not be copied. */
  failed: string[]
}

interface Copy {
  from: FileStorage
  to: FileStorage
  report: CopyReport
  onFile: (report: Readonly<CopyReport>, key: string) => void
}

/** Throws `BucketUnreachable` if the bucket cannot be used, and other errors for disk problems. */
export async function copyFiles(
  from: FileStorage,
  to: FileStorage,
  onFile: Copy['onFile'],
): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, bytes: 0, present: 0, failures: 0, failed: [] }
  const copy: Copy = { from, to, report, onFile }
  for (const folder of storedFolders) {
    for await (const keys of from.list(folder)) {
      const pending = keys.filter((key) => !isUnfinished(key))
      const work = async () => {
        for (let key = pending.shift(); key !== undefined; key = pending.shift()) {
          await copyOrFail(copy, key)
        }
      }
      await Promise.all(Array.from({ length: filesAtOnce }, work))
    }
  }
  return report
}

/** Matches errors that mean that the disk does not support a file name. */
const isUnsuitable = (error: unknown) =>
  /^(ENAMETOOLONG|ENOTDIR|EISDIR|EEXIST|EINVAL|EILSEQ)$/.test(
    String((error as { code?: unknown } | null)?.code),
  )

async function copyOrFail(copy: Copy, key: string) {
  try {
    await copyKey(copy, key)
  } catch (error) {
    if (!isUnsuitable(error)) throw error
    addFailure(copy, key)
  }
}

function addFailure({ report }: Copy, key: string) {
  report.failures++
  if (report.failed.length < maxListed) report.failed.push(key)
}

async function copyKey(copy: Copy, key: string) {
  const { from, to, report, onFile } = copy
  const [source, target] = await Promise.all([from.head(key), to.head(key)])
  // The file was deleted in the meantime.
  if (!source) return
  const isPresent =
    target?.bytes === source.bytes && target.changedAt.getTime() >= source.changedAt.getTime()
  if (isPresent) report.present++
  else if (await copyVerified(copy, key)) {
    report.copied++
    report.bytes += source.bytes
  } else addFailure(copy, key)
  onFile(report, key)
}

/**
 * Copies a file and verifies the copy. Returns false if the content still differs after the last
 * attempt.
 */
async function copyVerified({ from, to }: Copy, key: string): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await using source = await from.getLocal(key)
    if (!source) return true
    const sha256 = await storeCopy(to, key, source.path)
    if (sha256 === undefined) return true
    await using copied = await to.getLocal(key)
    if (copied && (await computeSha256(copied.path)) === sha256) return true
  }
  await to.delete(key)
  return false
}

/** Returns undefined if the file was deleted in the meantime. */
async function storeCopy(to: FileStorage, key: string, path: string): Promise<string | undefined> {
  let isDeleted = false
  try {
    const { sha256 } = await to.store(key.slice(0, key.lastIndexOf('/')), async (copy) => {
      await copyFile(path, copy).catch((error: unknown) => {
        isDeleted = isAbsent(error)
        throw error
      })
      return { key, sha256: await computeSha256(copy) }
    })
    return sha256
  } catch (error) {
    if (isDeleted) return undefined
    throw error
  }
}
