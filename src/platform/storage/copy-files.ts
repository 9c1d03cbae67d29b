/**
 * Copies all files from one storage to another. Files that are there already are skipped, so an
 * interrupted copy can be repeated. Every copy is read again and compared.
 */
import { copyFile } from 'node:fs/promises'
import { computeSha256 } from '../db/backups/manifest'
import { type FileStorage, isUnfinished, storedFolders } from './storage'

const filesAtOnce = 8
const attempts = 2
const maxListed = 20

export interface CopyReport {
  copied: number
  bytes: number
  /** Files that were there already. */
  present: number
  failures: number
  /** The first keys that failed, with the reason. */
  failed: string[]
}

interface Copy {
  from: FileStorage
  to: FileStorage
  report: CopyReport
  onFile: (report: Readonly<CopyReport>, key: string) => void
}

/** Throws `StorageAway` if the bucket cannot be used, and other errors of the disk. */
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
          await copyKey(copy, key)
        }
      }
      await Promise.all(Array.from({ length: filesAtOnce }, work))
    }
  }
  return report
}

async function copyKey(copy: Copy, key: string) {
  const { from, to, report, onFile } = copy
  const [source, target] = await Promise.all([from.head(key), to.head(key)])
  // It was deleted in the meantime.
  if (!source) return
  const isPresent =
    target?.bytes === source.bytes && target.changedAt.getTime() >= source.changedAt.getTime()
  if (isPresent) report.present++
  else if (await copyVerified(copy, key)) {
    report.copied++
    report.bytes += source.bytes
  } else {
    report.failures++
    if (report.failed.length < maxListed) report.failed.push(key)
  }
  onFile(report, key)
}

/** Returns false if the copy has other content than the original, twice. */
async function copyVerified({ from, to }: Copy, key: string): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await using source = await from.getLocal(key)
    if (!source) return true
    const { sha256 } = await to.store(key.slice(0, key.lastIndexOf('/')), async (path) => {
      await copyFile(source.path, path)
      return { key, sha256: await computeSha256(path) }
    })
    await using copied = await to.getLocal(key)
    if (copied && (await computeSha256(copied.path)) === sha256) return true
  }
  await to.delete(key)
  return false
}
