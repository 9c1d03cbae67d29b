/** What tells whose file a file is, from the cheapest word to the dearest. */
import { findWholeSizes } from '../../../catalog/books/scanned/moves'
import type { Evidence } from '../../../media/reader/evidence'
import { glanceAtPacked } from '../read/native'
import type { Run } from '../run'

/**
 * Its directory; for packed archives what a decoder says of them; and every byte of those that say
 * nothing, if a book of just this size is known by every byte.
 */
export async function findEvidence(
  { ctx, readers }: Pick<Run, 'ctx' | 'readers'>,
  paths: readonly string[],
): Promise<(Evidence | null)[]> {
  const glances = await readers.glance(paths)
  const evidence: (Evidence | null)[] = [...glances]
  const places = [...glances.keys()]
  const packed = places.filter((i) => glances[i]?.isPacked)
  const told = await glanceAtPacked(
    ctx,
    packed.map((i) => paths[i]!),
  )
  for (const [k, i] of packed.entries()) evidence[i] = told[k] ?? null
  const silent = places.filter((i) => glances[i] && !evidence[i]?.content)
  const sizes = await findWholeSizes(
    ctx.db,
    silent.map((i) => glances[i]!.size),
  )
  const asked = silent.filter((i) => sizes.has(glances[i]!.size))
  const wholes = await readers.readWhole(asked.map((i) => paths[i]!))
  for (const [k, i] of asked.entries()) {
    evidence[i] = { directory: null, content: wholes[k]?.content ?? null }
  }
  return evidence
}
