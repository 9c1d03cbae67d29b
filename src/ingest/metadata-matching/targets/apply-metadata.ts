/** Previews and applies provider metadata for a series or book when a user requests it. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { FieldPreview } from '../../../catalog/metadata/change-sets/change-sets'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import { withText, type Message } from '../../../platform/messages/message'
import type { MetadataProvider } from '../../providers/provider'
import { matchingMessages } from '../messages'
import type { ApplyBody, ApplyView, FieldPreviewView, PreviewBody, PreviewView } from '../model'
import { listLibraryProviders, requireProviderFor } from '../provider-access'
import { findLibraryMatching } from '../queries'
import { applyMatch, type ApplyOptions, explainRefusal, previewMatch } from './apply-work'
import { findKnownWork, rememberWork } from './known-works'
import { addProviderCover, buildCoverPath } from './provider-covers'
import type { Match, Matchable, Target } from './target'

/** Loads the work from the cache or the provider. Throws a `ProviderError`. */
async function loadMatch(
  ctx: Context,
  target: Target,
  provider: MetadataProvider,
  externalId: string,
): Promise<Match> {
  const named = { kind: target.entity.kind, provider: provider.name, externalId }
  const work =
    findKnownWork(ctx, named) ?? (await target.getWork(provider, externalId, { isUrgent: true }))
  rememberWork(ctx, { ...named, work })
  return { provider: provider.name, externalId, work }
}

export async function previewMetadata(
  ctx: Context,
  target: Target,
  viewer: Viewer,
  { id, body: { pluginId, externalId } }: { id: string; body: PreviewBody },
): Promise<PreviewView> {
  const matchable = await target.load(ctx.db, viewer, id)
  const provider = await requireProviderFor(ctx, matchable.libraryId, pluginId)
  const match = await loadMatch(ctx, target, provider, externalId)
  const options = await buildApplyOptions(ctx, viewer, matchable)
  const fields = (await previewMatch(ctx.db, target, id, { match, options })).map(buildFieldView)
  const given = new Set(fields.map(({ field }) => field))
  const missing = Object.keys(target.entity.fields).filter((field) => !given.has(field))
  const count = (status: FieldPreviewView['status']) =>
    fields.filter((one) => one.status === status).length
  return {
    pluginId,
    pluginName: provider.displayName,
    externalId,
    externalUrl: match.work.siteUrl ?? null,
    coverUrl: buildCoverPath(ctx, provider, match.work.coverUrl),
    fields,
    summary: {
      willApply: count('will_apply'),
      locked: count('locked'),
      noPermission: 0,
      unchanged: count('unchanged'),
      notProvided: missing.length,
    },
  }
}

const buildApplyOptions = async (
  ctx: Context,
  viewer: Viewer,
  { libraryId }: Matchable,
): Promise<ApplyOptions> => ({
  viewer,
  providers: (await listLibraryProviders(ctx, libraryId)).map(({ name }) => name),
})

const statuses = {
  will_apply: 'will_apply',
  unchanged: 'unchanged',
  locked: 'locked',
  outranked: 'locked',
  invalid: 'not_provided',
} as const

function buildFieldView(preview: FieldPreview): FieldPreviewView {
  const because = explainRefusal(preview)
  return {
    field: preview.field,
    currentValue: preview.current.value,
    proposedValue: preview.proposed,
    status: statuses[preview.status],
    because: because ? withText(because) : null,
  }
}

/**
 * `runId`: the run whose undo also undoes this change. `beforeApply`: returns false if the run was
 * undone.
 */
type ApplyRequest = ApplyBody & {
  runId?: string
  beforeApply?: (tx: Tx) => Promise<boolean>
}

/** Applies the chosen fields of a work. With `dryRun`, only reports what would change. */
export async function applyMetadata(
  ctx: Context,
  target: Target,
  viewer: Viewer,
  { id, body }: { id: string; body: ApplyRequest },
): Promise<ApplyView> {
  const { pluginId, externalId, fields, overwrite = [], dryRun = false, ...ofRun } = body
  const matchable = await target.load(ctx.db, viewer, id)
  const provider = await requireProviderFor(ctx, matchable.libraryId, pluginId)
  const match = await loadMatch(ctx, target, provider, externalId)
  const options = {
    ...(await buildApplyOptions(ctx, viewer, matchable)),
    fields: fields ?? undefined,
    overwrite,
    ...ofRun,
  }
  const preview = await previewMatch(ctx.db, target, id, { match, options })
  const skippedFields = listSkipped(preview)
  if (dryRun) return buildDryRun(preview, skippedFields)
  const refusedFields = await listRefused(ctx.db, target, id, { match, options })
  const applied = { match, options: { ...options, refusedFields } }
  const change = await applyMatch(ctx, target, id, applied)
  if (!change) throw new Refusal('conflict', matchingMessages.already_undone())
  const cover = await applyCover(ctx, target, matchable, { match, fields })
  return {
    ...describeChange([...change.fields, ...cover.applied]),
    skippedFields: [...skippedFields, ...cover.skipped],
    changeSetId: change.id ?? null,
    coverId: cover.coverId,
  }
}

/**
 * Lists the fields that would change but were not chosen. Returns null if all fields are applied.
 */
async function listRefused(
  db: Db,
  target: Target,
  id: string,
  { match, options: { fields, ...options } }: { match: Match; options: ApplyOptions },
): Promise<string[] | null> {
  if (!fields) return null
  const all = await previewMatch(db, target, id, { match, options })
  const changing = all.filter(({ status }) => status === 'will_apply').map(({ field }) => field)
  if (match.work.coverUrl) changing.push('cover')
  return changing.filter((field) => !target.alwaysApplied.has(field) && !fields.includes(field))
}

const skipCover = (because: Message) => [{ field: 'cover', ...withText(because) }]

/**
 * Adds the provider's cover. It replaces the cover from the file if the user chose it or the
 * library prefers provider covers.
 */
async function applyCover(
  ctx: Context,
  target: Target,
  { matched, libraryId }: Matchable,
  { match: { provider, work }, fields }: { match: Match; fields: ApplyBody['fields'] },
) {
  const nothing = { applied: [], skipped: [], coverId: null }
  if (!work.coverUrl || (fields && !fields.includes('cover'))) return nothing
  const { preferProviderCovers } = (await findLibraryMatching(ctx.db, libraryId)) ?? {}
  const isPreferred = preferProviderCovers === true || fields?.includes('cover') === true
  const added = await addProviderCover(ctx, target, matched.id, {
    provider,
    url: work.coverUrl,
    isPreferred,
  })
  if ('problem' in added) return { ...nothing, skipped: skipCover(added.problem) }
  return added.isSelected
    ? { applied: ['cover'], skipped: [], coverId: added.coverId }
    : { applied: [], skipped: skipCover(target.explainKeptCover()), coverId: added.coverId }
}

const describeChange = (appliedFields: string[]) => ({
  success: true,
  ...withText(describeCount(appliedFields.length)),
  appliedFields,
})

const describeCount = (count: number): Message =>
  count === 0 ? matchingMessages.nothing_changed() : matchingMessages.applied({ count })

const listSkipped = (preview: readonly FieldPreview[]) =>
  preview.flatMap((one) => {
    const because = explainRefusal(one)
    return because ? [{ field: one.field, ...withText(because) }] : []
  })

function buildDryRun(
  preview: readonly FieldPreview[],
  skippedFields: ApplyView['skippedFields'],
): ApplyView {
  const changed = preview.filter(({ status }) => status === 'will_apply')
  return {
    ...describeChange(changed.map(({ field }) => field)),
    skippedFields,
    changeSetId: null,
    coverId: null,
    dryRunReport: {
      changes: changed.map(({ field, current, proposed }) => ({
        field,
        before: current.value,
        after: proposed,
      })),
    },
  }
}
