/**
 * Computes fingerprints of archives with packed checksums or none. Use this only in decoder child
 * processes.
 */
import { BadFile } from '../contents/contents'
import { detectContent } from '../archives/detect'
import { type Checked, type Fingerprint, noFingerprint, fingerprintComic } from './fingerprint'
import { BookFile } from '../contents/book-file'
import { listSevenZip } from '../archives/sevenzip/sevenzip'
import { checkPackedTar } from '../archives/tar/compressed-tar'

/** Returns an empty fingerprint for a damaged file. */
export async function readPackedFingerprint(path: string): Promise<Fingerprint> {
  try {
    const entries = await listPackedEntries(path)
    return entries ? fingerprintComic(entries) : noFingerprint
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return noFingerprint
  }
}

async function listPackedEntries(path: string): Promise<Checked[] | undefined> {
  using file = new BookFile(path)
  const { format } = detectContent(file)
  if (format === 'cbt') return checkPackedTar(path)
  if (format !== 'cb7') return undefined
  const { entries, findings } = await listSevenZip(file)
  return findings.length === 0 ? entries : undefined
}
