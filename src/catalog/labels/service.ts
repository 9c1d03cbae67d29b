/**
 * Lists and removes genres and tags, which are shared by the whole installation and assigned to
 * series.
 */
import type { Context } from '../../context'
import { notFound } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import { foldText } from '../../platform/lib/text/fold-text'
import { seesEverything } from '../libraries/library-visibility'
import type { Viewer } from '../../accounts/permissions/model'
import { recountLabel } from './count-queries'
import type { LabelView } from './model'
import { labelNotFound } from './label-names'
import {
  deleteLabel,
  deleteVisibleLabel,
  isLabelVisible,
  type Kind,
  selectAllLabels,
  selectVisibleLabels,
} from './queries'

export async function listLabels(
  ctx: Context,
  viewer: Viewer,
  kind: Kind,
  { search, paging }: { search: string | undefined; paging: Paging },
): Promise<Found<LabelView>> {
  const asked = { search: foldText(search ?? ''), limit: paging.pageSize, offset: paging.offset }
  if (seesEverything(viewer)) return selectAllLabels(ctx.heavy, kind, asked)
  return selectVisibleLabels(ctx.heavy, viewer, kind, asked)
}

/** Removes the label from every visible series, or deletes it if the viewer sees everything. */
export async function removeLabel(ctx: Context, viewer: Viewer, kind: Kind, id: string) {
  await ctx.write(async (tx) => {
    if (!(await isLabelVisible(tx, viewer, kind, id))) throw notFound(labelNotFound[kind]())
    if (seesEverything(viewer)) return deleteLabel(tx, kind, id)
    await deleteVisibleLabel(tx, viewer, kind, id)
    await recountLabel(tx, kind, id)
  })
}
