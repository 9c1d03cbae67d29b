/** Collects evidence of a file's identity, cheapest source first. */
import { findHashedSizes } from '../../../catalog/books/scanned/book-moves'
import type { Fingerprint } from '../../../media/reader/fingerprint'
import { decodePackedEvidence } from '../read/native-decoding'
import type { Run } from '../run'

/**
 * Reads the archive directory, asks a decoder for packed archives, and hashes the whole file only if a
 * book with a whole-file hash has the same size.
 */
export async function findEvidence(
  { ctx, readers }: Pick<Run, 'ctx' | 'readers'>,
  paths: readonly string[],
): Promise<(Fingerprint | null)[]> {
  const probes = await readers.probe(paths)
  const evidence: (Fingerprint | null)[] = [...probes]
  const indexes = [...probes.keys()]
  const packed = indexes.filter((i) => probes[i]?.isPacked)
  const packedEvidence = await decodePackedEvidence(
    ctx,
    packed.map((i) => paths[i]!),
  )
  for (const [k, i] of packed.entries()) evidence[i] = packedEvidence[k] ?? null
  const unidentified = indexes.filter((i) => probes[i] && !evidence[i]?.content)
  const sizes = await findHashedSizes(
    ctx.db,
    unidentified.map((i) => probes[i]!.size),
  )
  const candidates = unidentified.filter((i) => sizes.has(probes[i]!.size))
  const fileHashes = await readers.hashFiles(candidates.map((i) => paths[i]!))
  for (const [k, i] of candidates.entries()) {
    evidence[i] = { directory: null, content: fileHashes[k]?.content ?? null }
  }
  return evidence
}
