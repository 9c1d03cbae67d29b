/** Collects evidence of a file's identity, cheapest source first. */
import { findHashedSizes } from '../../../catalog/books/scanned/book-moves'
import { type Fingerprint, isWholeFileHash } from '../../../media/reader/fingerprint'
import { decodePackedIdentity } from '../read/native-decoding'
import type { Run } from '../run'

export interface Evidence extends Fingerprint {
  /** Hash of the whole file. A book whose file crashed the reader is identified by this hash. */
  fileHash?: string | undefined
}

interface ProbedFile {
  path: string
  /** No book exists at this path. */
  isNew: boolean
}

/**
 * Reads the archive directory, with a decoder for packed archives. Hashes the whole file only if a
 * book that is identified by its whole-file hash has the same size.
 */
export async function findEvidence(
  { ctx, readers }: Pick<Run, 'ctx' | 'readers'>,
  files: readonly ProbedFile[],
): Promise<(Evidence | null)[]> {
  const paths = files.map(({ path }) => path)
  const probes = await readers.probe(paths)
  const evidence: (Evidence | null)[] = [...probes]
  const indexes = [...probes.keys()]
  const packed = indexes.filter((i) => probes[i]?.isPacked)
  await Promise.all(
    packed.map(async (i) => {
      const found = await decodePackedIdentity(ctx, paths[i]!)
      evidence[i] = found?.evidence ?? null
      if (found) readers.completeProbe(paths[i]!, found)
    }),
  )
  const toHash = indexes.filter((i) => {
    const content = evidence[i]?.content
    return probes[i] && (!content || (files[i]!.isNew && !isWholeFileHash(content)))
  })
  const sizes = await findHashedSizes(
    ctx.db,
    toHash.map((i) => probes[i]!.size),
  )
  const candidates = toHash.filter((i) => sizes.has(probes[i]!.size))
  const fileHashes = await readers.hashFiles(candidates.map((i) => paths[i]!))
  for (const [k, i] of candidates.entries()) {
    const fileHash = fileHashes[k]?.content ?? undefined
    evidence[i] = evidence[i]?.content
      ? { ...evidence[i], fileHash }
      : { directory: null, content: fileHash ?? null }
  }
  return evidence
}
