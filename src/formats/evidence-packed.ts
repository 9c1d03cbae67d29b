/** Evidence of archives whose checksums are packed, or that have none: for a decoder child. */
import { BadFile } from './contents'
import { detect } from './detect'
import { type Checked, type Evidence, noEvidence, ofComic } from './evidence'
import { BookFile } from './file'
import { listSevenZip } from './sevenzip/sevenzip'
import { checkPackedTar } from './tar/packed'

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
