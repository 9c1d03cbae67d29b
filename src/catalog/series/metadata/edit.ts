/** What a person says of a series. It is always done; what is set stays settled against machines. */
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Db, Tx } from '../../../platform/db/store'
import { notFound } from '../../../errors'
import { strongTag } from '../../../platform/http/responses/conditional'
import type { Viewer } from '../../../accounts/users/model'
import { fullSeriesOf, locksOf, metadataOf } from '../full'
import type { LocksView, MetadataEdit, MetadataView } from '../model'
import type { PartName } from './parts'
import { findStored, type Stored, updateLocks, updateSeries } from '../queries'
import { series, type SeriesLockName, seriesLockNames } from '../schema'
import { seriesVisibleTo } from '../../libraries/access'
import { isSame, seriesLockOf } from './settle'
import { tidyEdit } from './values'
import { metadataFields, valuesOf, writeChanges } from './write'
import { seriesMessages } from '../messages'

/** Throws when the caller meant another version than the one with this tag. */
type Precondition = (tag: string) => void

/** A cover is chosen beside the fields: that makes no other version of them. */
export const tagOf = (seriesId: string, { locks, ...fields }: MetadataView) =>
  strongTag(seriesId, JSON.stringify({ ...fields, locks: { ...locks, cover: false } }))

/** The metadata object with everything that hangs on it, and its tag. */
export async function getMetadata(db: Db, viewer: Viewer, id: string) {
  const found = await fullSeriesOf(db, viewer, id)
  if (!found) throw notFound(seriesMessages.not_found())
  const { metadata, genres, tags, alternateTitles, externalRatings, externalLinks } = found
  const children = { genres, tags, alternateTitles, externalRatings, externalLinks }
  return { tag: tagOf(id, metadata), view: { id, seriesId: id, ...metadata, ...children } }
}

/** Every field gets the value of the request; what it leaves out is cleared. */
export function replaceMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { edit, precondition }: { edit: Partial<MetadataEdit>; precondition: Precondition },
) {
  const cleared = Object.fromEntries(metadataFields.map((field) => [field, null]))
  return editMetadata(ctx, viewer, id, { edit: { ...cleared, ...edit }, precondition })
}

/** Only what the request names changes. */
export async function editMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { edit, precondition }: { edit: Partial<MetadataEdit>; precondition: Precondition },
) {
  const tidy = tidied(edit)
  await ctx.write(async (tx) => {
    const stored = await getStored(tx, viewer, id)
    precondition(tagOf(id, metadataOf(stored.series, stored.metadata)))
    await applyEdit(ctx, tx, stored, tidy)
  })
  return getMetadata(ctx.db, viewer, id)
}

/** The fields that a person may write, checked and in the form in which they are stored. */
export const tidied = (edit: Partial<MetadataEdit>) => tidyEdit(onlyFields(edit))

/** Writes a tidy edit and settles what it changed; false when everything is so already. */
export async function applyEdit(
  ctx: Context,
  tx: Tx,
  stored: Stored,
  { title, ...others }: Partial<MetadataEdit>,
): Promise<boolean> {
  const wanted = { ...others, ...(typeof title === 'string' && { title }) }
  const changes = changesOf(stored, wanted)
  const fields = Object.keys(changes)
  if (fields.length === 0) return false
  await writeChanges(tx, stored, changes, { ...settledBy(stored, changes), now: ctx.now() })
  announce(ctx, tx, stored, { fieldsUpdated: fields })
  return true
}

export async function setTitle(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { title }: { title?: string | null },
) {
  const edit = title === undefined ? {} : { title }
  await editMetadata(ctx, viewer, id, { edit, precondition: () => undefined })
  const { series: row } = await getStored(ctx.db, viewer, id)
  return { id, title: row.title, updatedAt: row.updatedAt }
}

export async function getLocks(db: Db, viewer: Viewer, id: string): Promise<LocksView> {
  const { metadata } = await getStored(db, viewer, id)
  return locksOf(metadata.locks)
}

/** Sets and opens locks; what is left out or null stays as it is. */
export async function putLocks(ctx: Context, viewer: Viewer, id: string, wanted: LocksWanted) {
  await ctx.write(async (tx) => {
    await applyLocks(ctx, tx, await getStored(tx, viewer, id), wanted)
  })
  return getLocks(ctx.db, viewer, id)
}

export type LocksWanted = Partial<Record<SeriesLockName, boolean | null>>

/** False when all locks are so already. */
export async function applyLocks(ctx: Context, tx: Tx, stored: Stored, wanted: LocksWanted) {
  const { locks: present } = stored.metadata
  const before = seriesLockNames.filter((name) => present.includes(name))
  const locks = seriesLockNames.filter((name) => wanted[name] ?? present.includes(name))
  if (isSame(locks, before)) return false
  await updateLocks(tx, stored.series.n, locks, ctx.now())
  announce(ctx, tx, stored, { fieldsUpdated: ['locks'] })
  return true
}

/** What belongs to a series and is kept by other rooms. Not all of it has a lock. */
export type HangingName = PartName | 'externalIds' | 'externalRatings'

/**
 * For rooms whose rows belong to a series: a person changed this member. What is left of it is settled
 * with its lock; when nothing is left, the clear is kept against machines until it is reset.
 */
export async function recordEdit(
  ctx: Context,
  tx: Tx,
  id: string,
  { member, isEmpty }: { member: HangingName; isEmpty: boolean },
): Promise<void> {
  const stored = await findStored(tx, eq(series.id, id))
  if (!stored) throw notFound(seriesMessages.not_found())
  const { locks, sources } = stored.metadata
  const lock = isEmpty ? undefined : seriesLockNames.find((name) => name === member)
  await writeChanges(
    tx,
    stored,
    {},
    {
      locks: lock === undefined || locks.includes(lock) ? locks : [...locks, lock],
      sources: { ...sources, [member]: 'edited' },
      now: ctx.now(),
    },
  )
  announce(ctx, tx, stored, { fieldsUpdated: [member] })
}

/** For rooms whose rows belong to a series: these are again what the files say, and open. */
export async function recordReset(
  ctx: Context,
  tx: Tx,
  id: string,
  given: Partial<Record<PartName, string | undefined>>,
): Promise<void> {
  const stored = await findStored(tx, eq(series.id, id))
  if (!stored) throw notFound(seriesMessages.not_found())
  const said = Object.entries({ ...stored.metadata.sources, ...given })
  const sources = said.filter((entry): entry is [string, string] => entry[1] !== undefined)
  await writeChanges(
    tx,
    stored,
    {},
    {
      locks: stored.metadata.locks.filter((lock) => !(lock in given)),
      sources: Object.fromEntries(sources),
      now: ctx.now(),
    },
  )
  announce(ctx, tx, stored, { fieldsUpdated: Object.keys(given) })
}

/** For rooms whose rows belong to a series and have no lock: something about it changed. */
export async function recordChange(ctx: Context, tx: Tx, id: string, member: string) {
  const stored = await findStored(tx, eq(series.id, id))
  if (!stored) throw notFound(seriesMessages.not_found())
  await updateSeries(tx, id, { updatedAt: ctx.now() })
  announce(ctx, tx, stored, { fieldsUpdated: [member] })
}

/** As the viewer may see it, with everything an edit is weighed against. */
export async function getStored(db: Db, viewer: Viewer, id: string): Promise<Stored> {
  const found = await findStored(db, and(eq(series.id, id), seriesVisibleTo(viewer))!)
  if (!found) throw notFound(seriesMessages.not_found())
  return found
}

export function announce(
  ctx: Context,
  tx: Tx,
  { series: { id: seriesId, libraryId } }: Stored,
  told: { fieldsUpdated: string[]; pluginId?: string },
) {
  tx.afterCommit(() => {
    ctx.bus.announce({
      type: 'series_metadata_updated',
      libraryId,
      seriesId,
      ...told,
    })
    ctx.bus.announce({ type: 'series_updated', libraryId, seriesId })
  })
}

/** A request may carry what a client was given beside the fields; that is not looked at. */
const onlyFields = (edit: Partial<MetadataEdit>): Partial<MetadataEdit> =>
  Object.fromEntries(metadataFields.filter((field) => field in edit).map((f) => [f, edit[f]]))

function changesOf<Wanted extends object>(stored: Stored, wanted: Wanted): Wanted {
  const present = valuesOf(stored) as Record<string, unknown>
  const entries = Object.entries(wanted).filter(([field, value]) => !isSame(present[field], value))
  return Object.fromEntries(entries) as Wanted
}

/** Locks what was set; remembers of both, what was set and what was cleared, that a person did it. */
function settledBy({ metadata }: Stored, changes: object) {
  const set = Object.entries(changes).filter(([, value]) => value !== null)
  const names = set.map(([field]) => seriesLockOf(field) as SeriesLockName)
  const edited = Object.keys(changes).map((field) => [field, 'edited'])
  return {
    locks: [...new Set([...metadata.locks, ...names])],
    sources: { ...metadata.sources, ...Object.fromEntries(edited) } as Record<string, string>,
  }
}
