/** Evidence of archives whose checksums are packed, or that have none: for a decoder child. */
import { BadFile } from '../contents/contents'
import { detect } from '../archives/detect'
import { type Checked, type Evidence, noEvidence, ofComic } from './fingerprint'
import { BookFile } from '../contents/file'
import { listSevenZip } from '../archives/sevenzip/sevenzip'
import { checkPackedTar } from '../archives/tar/packed'

/** Bad files say nothing. */
export async function readPackedEvidence(path: string): Promise<Evidence> {
  try {
    const entries = await entriesOf(path)
    return entries ? ofComic(entries) : noEvidence
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return noEvidence
  }
}

async function entriesOf(path: string): Promise<Checked[] | undefined> {
  using file = new BookFile(path)
  const { format } = detect(file)
  if (format === 'cbt') return checkPackedTar(path)
  if (format !== 'cb7') return undefined
  const { entries, findings } = await listSevenZip(file)
  return findings.length === 0 ? entries : undefined
}
