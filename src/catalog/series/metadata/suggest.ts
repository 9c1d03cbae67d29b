/** What machines say of a series: done where no person and no better source has spoken. */
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { notFound } from '../../../errors'
import { announce } from './edit'
import { findStored, type Stored } from '../queries'
import { series } from '../schema'
import { settle } from './settle'
import { type MetadataChanges, valuesOf, writeChanges } from './write'
import { seriesMessages } from '../messages'

/**
 * Offers values of `source` (`plugin:<name>`, `comicinfo` …); null takes back what the same rank had
 * said. Returns the fields that were written.
 */
export async function suggestSeriesMetadata(
  ctx: Context,
  seriesId: string,
  values: MetadataChanges,
  source: string,
): Promise<string[]> {
  return ctx.write(async (tx) => {
    const stored = await findStored(tx, eq(series.id, seriesId))
    if (!stored) throw notFound(seriesMessages.not_found())
    const fieldsUpdated = await writeOffer(tx, stored, { values, source, now: ctx.now() })
    const plugin = source.startsWith('plugin:') && { pluginId: source.slice('plugin:'.length) }
    if (fieldsUpdated.length > 0) announce(ctx, tx, stored, { fieldsUpdated, ...plugin })
    return fieldsUpdated
  })
}

async function writeOffer(
  tx: Tx,
  stored: Stored,
  { values, source, now }: { values: MetadataChanges; source: string; now: Date },
): Promise<string[]> {
  const { locks, sources } = stored.metadata
  const settled = settle({ values: valuesOf(stored), locks, sources }, values, source)
  const fields = Object.keys(settled.changes)
  if (fields.length > 0 || !Bun.deepEquals(settled.sources, sources)) {
    await writeChanges(tx, stored, settled.changes, { sources: settled.sources, now })
  }
  return fields
}
