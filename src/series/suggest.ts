/** What machines say of a series: done where no person and no better source has spoken. */
import { eq } from 'drizzle-orm'
import type { Context } from '../context'
import type { Tx } from '../db/store'
import { notFound } from '../errors'
import { announce } from './edit'
import { findStored, type Stored } from './queries'
import { series } from './schema'
import { settle } from './settle'
import { type MetadataChanges, valuesOf, writeChanges } from './write'

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
    if (!stored) throw notFound('Series')
    const fields = await writeOffer(tx, stored, { values, source, now: ctx.now() })
    const pluginId = source.startsWith('plugin:') ? source.slice('plugin:'.length) : undefined
    if (fields.length > 0) announce(ctx, tx, stored, fields, pluginId)
    return fields
  })
}

/** The same inside a transaction of yours, without an announcement. */
export async function writeOffer(
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
