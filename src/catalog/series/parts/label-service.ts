/** Genres and tags of a series: read and changed by people. */
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import type { Viewer } from '../../../accounts/permissions/model'
import { type BulkLabelsBody, type LabelView, maxLabels } from '../../labels/model'
import { labelMessages } from '../../labels/messages'
import { labelKey, labelNotFound, requireNames } from '../../labels/names'
import type { LabelKind } from '../../labels/series-labels'
import { changeEachMetadata, changeMetadata, type MetadataDraft } from '../../metadata/draft'
import { seriesEntity } from '../metadata/series-fields'
import type { Stored } from '../queries'
import { getSeries } from '../service'

const memberOf = { genre: 'genres', tag: 'tags' } as const

interface Labeled {
  kind: LabelKind
  seriesId: string
}

export async function listSeriesLabels(
  ctx: Context,
  viewer: Viewer,
  { kind, seriesId }: Labeled,
): Promise<LabelView[]> {
  return (await getSeries(ctx, viewer, seriesId))[memberOf[kind]]
}

/** Exactly these. */
export async function replaceSeriesLabels(
  ctx: Context,
  viewer: Viewer,
  { names, ...labeled }: Labeled & { names: readonly string[] },
): Promise<LabelView[]> {
  requireNames(names)
  await changeMetadata(ctx, seriesEntity, { viewer, id: labeled.seriesId }, (draft) =>
    draft.edit({ [memberOf[labeled.kind]]: names }),
  )
  return listSeriesLabels(ctx, viewer, labeled)
}

export async function addSeriesLabel(
  ctx: Context,
  viewer: Viewer,
  { name, ...labeled }: Labeled & { name: string },
): Promise<LabelView> {
  requireNames([name])
  await changeMetadata(ctx, seriesEntity, { viewer, id: labeled.seriesId }, async (draft) => {
    const present = await namesIn(draft, labeled.kind)
    if (present.length >= maxLabels) throw tooMany()
    await draft.edit({ [memberOf[labeled.kind]]: [...present, name] })
  })
  const labels = await listSeriesLabels(ctx, viewer, labeled)
  const added = labels.find((label) => labelKey(label.name) === labelKey(name))
  if (!added) throw notFound(labelMessages.not_found())
  return added
}

export async function removeSeriesLabel(
  ctx: Context,
  viewer: Viewer,
  { labelId, ...labeled }: Labeled & { labelId: string },
) {
  const { kind, seriesId } = labeled
  const labels = await listSeriesLabels(ctx, viewer, labeled)
  const name = labels.find(({ id }) => id === labelId)?.name
  if (name === undefined) throw notFound(labelNotFound[kind]())
  await changeMetadata(ctx, seriesEntity, { viewer, id: seriesId }, async (draft) => {
    const others = (await namesIn(draft, kind)).filter((one) => labelKey(one) !== labelKey(name))
    await draft.edit({ [memberOf[kind]]: others })
  })
}

/** Adds labels to many series and removes others; the rest stay. */
export async function changeLabelsOfMany(
  ctx: Context,
  viewer: Viewer,
  kind: LabelKind,
  { seriesIds, add = [], remove = [] }: BulkLabelsBody,
) {
  requireNames([...add, ...remove])
  const unwanted = new Set(remove.map(labelKey))
  return changeEachMetadata(ctx, seriesEntity, { viewer, ids: seriesIds }, async (draft) => {
    const present = await namesIn(draft, kind)
    const names = [...present.filter((name) => !unwanted.has(labelKey(name))), ...add]
    if (new Set(names.map(labelKey)).size > maxLabels) throw tooMany()
    await draft.edit({ [memberOf[kind]]: names })
  })
}

const namesIn = async (draft: MetadataDraft<Stored>, kind: LabelKind) =>
  (await draft.value(memberOf[kind])) as readonly string[]

const tooMany = () => new Refusal('conflict', labelMessages.too_many({ max: maxLabels }))
