/** Takes back what people wrote about a series: what its files say of it counts again. */
import type { Context } from '../context'
import type { Tx } from '../db/store'
import { lastNameOf } from '../lib/path-names'
import type { Viewer } from '../users/model'
import { announce, getMetadata, getStored, tagOf } from './edit'
import { describeFolder } from './from-file'
import { metadataOf } from './full'
import { type Heard, hearFiles } from './heard'
import type { MetadataField } from './model'
import type { Stored } from './queries'
import { seriesLockOf } from './settle'
import { type MetadataChanges, metadataFields, writeChanges } from './write'

/**
 * Opens the locks of all fields and puts those that a person wrote or cleared back to the file's word,
 * or to none. What a provider said, or a file, stays.
 */
export async function resetMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { precondition }: { precondition: (tag: string) => void },
) {
  await ctx.write(async (tx) => {
    const stored = await getStored(tx, viewer, id)
    precondition(tagOf(id, metadataOf(stored.series, stored.metadata)))
    await applyReset(ctx, tx, stored)
  })
  return getMetadata(ctx.db, viewer, id)
}

/** False when nobody wrote or locked anything. */
export async function applyReset(ctx: Context, tx: Tx, stored: Stored): Promise<boolean> {
  const [heard] = await hearFiles(tx, [stored.series.id])
  const { changes, sources } = restored(stored, heard)
  const opened = new Set<string>(metadataFields.map(seriesLockOf))
  const locks = stored.metadata.locks.filter((lock) => !opened.has(lock))
  const isChanged = Object.keys(changes).length > 0 || locks.length < stored.metadata.locks.length
  if (!isChanged) return false
  await writeChanges(tx, stored, changes, { locks, sources, now: ctx.now() })
  announce(ctx, tx, stored, { fieldsUpdated: [...Object.keys(changes), 'locks'] })
  return true
}

function restored(stored: Stored, heard: Heard | undefined) {
  const said: Partial<Record<MetadataField, unknown>> = heard?.offer ?? {}
  const sources = { ...stored.metadata.sources }
  const changes: Record<string, unknown> = {}
  for (const field of metadataFields.filter((name) => sources[name] === 'edited')) {
    const value = said[field] ?? null
    delete sources[field]
    if (value !== null) sources[field] = heard?.sources[field] ?? 'path'
    changes[field] = value
  }
  if (changes['title'] === null) {
    changes['title'] = titleOfFolder(stored)
    sources['title'] = 'path'
  }
  return { changes: changes as MetadataChanges, sources }
}

/** What grouped the books ends with the folder's name. */
const titleOfFolder = ({ series }: Stored) => describeFolder(lastNameOf(series.groupKey)).title
