/** Reads and edits the metadata of series on behalf of users. */
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import { notFound } from '../../../errors'
import type { Viewer } from '../../../accounts/permissions/model'
import { changeMetadata, MetadataDraft } from '../../metadata/metadata-draft'
import type { LockFlags } from '../../metadata/locks'
import { buildFullSeries, buildLocksView } from '../full-series'
import { seriesMessages } from '../messages'
import type { LocksView, MetadataEdit } from '../model'
import type { Stored } from '../queries'
import type { SeriesLockName } from '../schema'
import { metadataFields, type ResettableField, seriesEntity, seriesTag } from './series-fields'
import { normalizeValues } from './validate-series'

/** Throws if the stored version is not the version that was edited. */
export type Precondition = (tag: string) => void
export type SeriesLocksWanted = LockFlags & Partial<Record<SeriesLockName, boolean | null>>

/** Returns the metadata with its lists and its ETag. */
export async function getSeriesMetadata(ctx: Context, viewer: Viewer, id: string) {
  const found = await buildFullSeries(ctx.db, viewer, id)
  if (!found) throw notFound(seriesMessages.not_found())
  const { metadata, genres, tags, alternateTitles, externalRatings, externalLinks } = found
  const parts = { genres, tags, alternateTitles, externalRatings, externalLinks }
  return { tag: seriesTag(id, metadata), view: { id, seriesId: id, ...metadata, ...parts } }
}

/** Sets every field; omitted ones are cleared. */
export function replaceSeriesMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { edit, precondition }: { edit: Partial<MetadataEdit>; precondition: Precondition },
) {
  const cleared = Object.fromEntries(metadataFields.map((field) => [field, null]))
  return editSeriesMetadata(ctx, viewer, id, { edit: { ...cleared, ...edit }, precondition })
}

/** Changes only the given fields. */
export async function editSeriesMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { edit, precondition }: { edit: Partial<MetadataEdit>; precondition: Precondition },
) {
  const values = normalizeSeriesEdit(edit)
  await changeMetadata(ctx, seriesEntity, { viewer, id, precondition }, (draft) =>
    draft.edit(values),
  )
  return getSeriesMetadata(ctx, viewer, id)
}

export async function resetSeriesMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { fields, precondition }: { fields?: readonly ResettableField[]; precondition: Precondition },
) {
  await changeMetadata(ctx, seriesEntity, { viewer, id, precondition }, (draft) =>
    draft.reset(fields),
  )
  return getSeriesMetadata(ctx, viewer, id)
}

/**
 * Returns the editable fields of a request, validated and in stored form. Other members of a
 * response are ignored. A null title keeps the title.
 */
export function normalizeSeriesEdit(edit: Partial<MetadataEdit>): Partial<MetadataEdit> {
  const named = metadataFields.filter((field) => field in edit).map((field) => [field, edit[field]])
  const { title, ...others } = normalizeValues(Object.fromEntries(named) as Partial<MetadataEdit>)
  return { ...(typeof title === 'string' && { title }), ...others }
}

export async function setTitle(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { title }: { title?: string | null },
) {
  const edit = title === undefined ? {} : { title }
  await editSeriesMetadata(ctx, viewer, id, { edit, precondition: () => undefined })
  const { series: row } = await getStoredSeries(ctx.db, viewer, id)
  return { id, title: row.title, updatedAt: row.updatedAt }
}

export async function getSeriesLocks(ctx: Context, viewer: Viewer, id: string): Promise<LocksView> {
  const { metadata } = await getStoredSeries(ctx.db, viewer, id)
  return buildLocksView(metadata.locks)
}

/** Updates locks; omitted and null ones keep their values. */
export async function setSeriesLocks(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { wanted, check }: { wanted: SeriesLocksWanted; check?: (locks: LocksView) => void },
) {
  await changeMetadata(ctx, seriesEntity, { viewer, id }, (draft) => {
    check?.(buildLocksView(draft.row.metadata.locks))
    return draft.setLocks(wanted)
  })
  return getSeriesLocks(ctx, viewer, id)
}

/** Returns the stored state that an edit needs, if the viewer can see the series. */
export const getStoredSeries = async (db: Db, viewer: Viewer, id: string): Promise<Stored> =>
  (await MetadataDraft.open(seriesEntity, db, { id, viewer })).row
