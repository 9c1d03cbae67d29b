/** Edits a series with its labels, titles, links, IDs and locks in one transaction. */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import { validateNames } from '../../labels/label-names'
import { changeMetadata } from '../../metadata/metadata-draft'
import type { SeriesEditBody } from './edit-model'
import { normalizeParts } from './validate-series'
import { seriesEntity } from './series-fields'
import { getSeriesMetadata, type Precondition, normalizeSeriesEdit } from './service'

interface WholeEdit {
  edit: SeriesEditBody
  precondition: Precondition
  /** Locks change only as specified in the edit; changed fields are not locked. */
  keepsLocks?: boolean
}

/**
 * Resets are applied first, locks last. Changed fields are locked, unless the request specifies the
 * lock or `keepsLocks` is true.
 */
export async function editSeries(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { edit, precondition, keepsLocks }: WholeEdit,
) {
  const { reset, locks, genres, tags, ...rest } = edit
  const values = { ...normalizeSeriesEdit(rest), genres, tags, ...normalizeParts(rest) }
  if (genres) validateNames(genres, 'genres')
  if (tags) validateNames(tags, 'tags')
  await changeMetadata(ctx, seriesEntity, { viewer, id, precondition }, async (draft) => {
    if (reset) await draft.reset(reset)
    await (keepsLocks ? draft.editUnlocked(values) : draft.edit(values))
    if (locks) draft.setLocks(locks)
  })
  return getSeriesMetadata(ctx, viewer, id)
}
