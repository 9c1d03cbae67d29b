/** Takes back what people wrote in the fields of a series: what its files say counts again. */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { getBaseName } from '../../../platform/lib/path-names'
import { describeFolder } from '../../../media/naming/folders'
import { announce } from './edit'
import { hearFiles } from './heard'
import type { MetadataField } from '../model'
import { hearPlaces, type Placed } from './place-words'
import type { Stored } from '../queries'
import { seriesLockOf } from './settle'
import { type MetadataChanges, metadataFields, writeChanges } from './write'

/**
 * Opens the locks of all fields and puts those that a person wrote or cleared back to the file's word,
 * or to none; what a provider said stays. Fields that are named go back to the file whoever spoke.
 * False when nobody wrote or locked anything.
 */
export async function applyReset(
  ctx: Context,
  tx: Tx,
  stored: Stored,
  named?: readonly MetadataField[],
): Promise<boolean> {
  const [heard] = await hearPlaces(tx, await hearFiles(tx, [stored.series.id]))
  const isEdited = (field: MetadataField) => stored.metadata.sources[field] === 'edited'
  const { changes, sources } = restored(stored, heard, named ?? metadataFields.filter(isEdited))
  const opened = new Set<string>((named ?? metadataFields).map(seriesLockOf))
  const locks = stored.metadata.locks.filter((lock) => !opened.has(lock))
  const isChanged = Object.keys(changes).length > 0 || locks.length < stored.metadata.locks.length
  if (!isChanged) return false
  await writeChanges(tx, stored, changes, { locks, sources, now: ctx.now() })
  announce(ctx, tx, stored, { fieldsUpdated: [...Object.keys(changes), 'locks'] })
  return true
}

function restored(stored: Stored, heard: Placed | undefined, fields: readonly MetadataField[]) {
  const guessed = pathOf(stored, heard)
  const said: Partial<Record<MetadataField, unknown>> = heard?.offer ?? {}
  const sources = { ...stored.metadata.sources }
  const changes: Record<string, unknown> = {}
  for (const field of fields) {
    const value = said[field] ?? guessed[field] ?? null
    delete sources[field]
    if (value !== null) sources[field] = heard?.sources[field] ?? 'path'
    changes[field] = value
  }
  return { changes: changes as MetadataChanges, sources }
}

/** Of a series without books only what grouped them is known. */
function pathOf(
  { series: { groupKey } }: Stored,
  heard: Placed | undefined,
): Partial<Record<MetadataField, unknown>> {
  return heard ? { ...heard.fromPath } : { title: describeFolder(getBaseName(groupKey)).title }
}
