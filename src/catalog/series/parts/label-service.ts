/** Reads and edits the genres and tags of series on behalf of users. */
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import { requestMessages } from '../../../platform/messages/common'
import type { Viewer } from '../../../accounts/permissions/model'
import { type BulkLabelsBody, type LabelView, maxLabels } from '../../labels/model'
import { labelMessages } from '../../labels/messages'
import { buildLabelKey, labelNotFound, validateNames } from '../../labels/label-names'
import type { LabelKind } from '../../labels/series-labels'
import {
  changeEachMetadata,
  changeMetadata,
  type MetadataDraft,
} from '../../metadata/metadata-draft'
import { seriesEntity } from '../metadata/series-fields'
import type { Stored } from '../queries'
import { getSeries } from '../service'

const getLabelMember = { genre: 'genres', tag: 'tags' } as const

interface Labeled {
  kind: LabelKind
  seriesId: string
}

export async function listSeriesLabels(
  ctx: Context,
  viewer: Viewer,
  { kind, seriesId }: Labeled,
): Promise<LabelView[]> {
  return (await getSeries(ctx, viewer, seriesId))[getLabelMember[kind]]
}

/** Throws if the change is not based on these labels. */
type CheckLabels = (labels: LabelView[]) => void

const sortKeys = (names: readonly string[]) => names.map(buildLabelKey).toSorted()

/** Throws if the labels were changed since they were checked. */
function requireNames(checked: readonly LabelView[], present: readonly string[]) {
  const names = checked.map(({ name }) => name)
  if (Bun.deepEquals(sortKeys(names), sortKeys(present))) return
  throw new Refusal('precondition_failed', requestMessages.modified())
}

export async function replaceSeriesLabels(
  ctx: Context,
  viewer: Viewer,
  { names, check, ...labeled }: Labeled & { names: readonly string[]; check?: CheckLabels },
): Promise<LabelView[]> {
  validateNames(names)
  const base = check && (await listSeriesLabels(ctx, viewer, labeled))
  if (base) check(base)
  await changeMetadata(ctx, seriesEntity, { viewer, id: labeled.seriesId }, async (draft) => {
    if (base) requireNames(base, await listNames(draft, labeled.kind))
    await draft.edit({ [getLabelMember[labeled.kind]]: names })
  })
  return listSeriesLabels(ctx, viewer, labeled)
}

export async function addSeriesLabel(
  ctx: Context,
  viewer: Viewer,
  { name, ...labeled }: Labeled & { name: string },
): Promise<LabelView> {
  validateNames([name])
  await changeMetadata(ctx, seriesEntity, { viewer, id: labeled.seriesId }, async (draft) => {
    const present = await listNames(draft, labeled.kind)
    if (present.length >= maxLabels) throw tooManyLabels()
    await draft.edit({ [getLabelMember[labeled.kind]]: [...present, name] })
  })
  const labels = await listSeriesLabels(ctx, viewer, labeled)
  const added = labels.find((label) => buildLabelKey(label.name) === buildLabelKey(name))
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
    const others = (await listNames(draft, kind)).filter(
      (one) => buildLabelKey(one) !== buildLabelKey(name),
    )
    await draft.edit({ [getLabelMember[kind]]: others })
  })
}

/** Adds labels to and removes labels from many series; other labels are kept. */
export async function changeLabelsOfMany(
  ctx: Context,
  viewer: Viewer,
  kind: LabelKind,
  { seriesIds, add = [], remove = [] }: BulkLabelsBody,
) {
  validateNames([...add, ...remove])
  const unwanted = new Set(remove.map(buildLabelKey))
  return changeEachMetadata(ctx, seriesEntity, { viewer, ids: seriesIds }, async (draft) => {
    const present = await listNames(draft, kind)
    const names = [...present.filter((name) => !unwanted.has(buildLabelKey(name))), ...add]
    if (new Set(names.map(buildLabelKey)).size > maxLabels) throw tooManyLabels()
    await draft.edit({ [getLabelMember[kind]]: names })
  })
}

const listNames = async (draft: MetadataDraft<Stored>, kind: LabelKind) =>
  (await draft.value(getLabelMember[kind])) as readonly string[]

const tooManyLabels = () => new Refusal('conflict', labelMessages.too_many({ max: maxLabels }))
