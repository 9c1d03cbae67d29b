/**
 * Fetches the latest metadata for a series from the providers that it already has metadata from.
 */
import { system } from '../../../accounts/permissions/model'
import type { FieldPreview } from '../../../catalog/metadata/change-sets/change-sets'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { Message } from '../../../platform/messages/message'
import type { Work } from '../../providers/model'
import type { MetadataProvider } from '../../providers/provider'
import { lockUnlessUndone } from '../runs/run-queries'
import { listLibraryProviders } from '../provider-access'
import { listOffers, upsertOffer } from '../../../catalog/metadata/matching/match-decisions'
import { findLibraryMatching } from '../queries'
import { seriesTarget } from '../series/series-target'
import { applyMatch, previewMatch } from '../targets/apply-work'
import { allFields } from './field-groups'
import { addDownloadedCover, downloadCover } from '../targets/provider-covers'
import type { Matchable } from '../targets/target'

export interface RefreshOptions {
  /** Provider name, or null for all providers that the series has metadata from. */
  provider: string | null
  /** undefined for all fields. */
  fields: readonly string[] | undefined
  /** Includes only metadata fetched before this time. */
  before: Date
  signal?: AbortSignal
}

interface Refreshed {
  /** Provider and ID of the work that last changed the series. */
  provider: string | null
  externalId: string | null
  changedFields: number
  coverId: string | null
  /** The reason why a provider did not return its work. */
  problem?: Message
  /** No provider could be queried. */
  isFailed: boolean
}

type Offer = Awaited<ReturnType<typeof listOffers>>[number]

interface DueOffer {
  series: Matchable
  offer: Offer
  provider: MetadataProvider
  /** Names of the library's providers, most trusted first. */
  providers: string[]
}

/** Applies changes as part of the run. Never throws a `ProviderError`. */
export async function refreshSeries(
  ctx: Context,
  seriesId: string,
  { runId, ...options }: RefreshOptions & { runId: string },
): Promise<Refreshed> {
  const changed = { provider: null, externalId: null, changedFields: 0, coverId: null }
  const result: Refreshed = { ...changed, isFailed: false }
  let asked = 0
  for await (const due of loadDueOffers(ctx, seriesId, options)) {
    const change = await refreshOffer(ctx, due, { runId, ...options })
    if (!change) continue
    if ('problem' in change) {
      result.problem = change.problem
      if (change.isAnswered) asked += 1
      continue
    }
    asked += 1
    if (change.changedFields === 0 && change.coverId === null) continue
    const { provider, externalId } = due.offer
    result.provider = provider
    result.externalId = externalId
    result.changedFields += change.changedFields
    result.coverId ??= change.coverId
  }
  return { ...result, isFailed: result.problem !== undefined && asked === 0 }
}

/** Returns undefined for a series that was trashed or deleted in the meantime. */
async function refreshOffer(
  ctx: Context,
  due: DueOffer,
  options: RefreshOptions & { runId: string },
) {
  try {
    return await applyLatest(ctx, due, await getLatestWork(due, options), options)
  } catch (error) {
    // A missing work does not affect the other providers.
    if (error instanceof ProviderError) {
      return { problem: error.userMessage, isAnswered: error.code === 'not_found' }
    }
    if (error instanceof Refusal && error.reason === 'not_found') return undefined
    throw error
  }
}

async function getLatestWork(
  { provider, offer }: DueOffer,
  { signal }: RefreshOptions,
): Promise<Work> {
  const options = { maxAgeMs: 0, ...(signal && { signal }) }
  return (await provider.get(offer.externalId, options)).work
}

/** Previews the fields that a refresh would propose. Throws a `ProviderError`. */
export async function previewRefresh(
  ctx: Context,
  seriesId: string,
  options: RefreshOptions,
): Promise<FieldPreview[]> {
  const previews: FieldPreview[] = []
  for await (const due of loadDueOffers(ctx, seriesId, options)) {
    const { provider, externalId } = due.offer
    const match = { provider, externalId, work: await getLatestWork(due, options) }
    const fields = listAllowedFields(due.offer, options)
    const applied = { match, options: { fields, providers: due.providers } }
    previews.push(...(await previewMatch(ctx.db, seriesTarget, seriesId, applied)))
  }
  return previews
}

/**
 * Yields the offers that were fetched before the given time, whose provider is in use and whose
 * work is not excluded. Reloads the series for each offer, because earlier offers may have changed
 * it.
 */
async function* loadDueOffers(
  ctx: Context,
  seriesId: string,
  { provider: only, before }: RefreshOptions,
): AsyncGenerator<DueOffer> {
  const offers = await listOffers(ctx.db, { kind: 'series', id: seriesId })
  for (const offer of offers) {
    if ((only !== null && offer.provider !== only) || offer.fetchedAt > before) continue
    const series = await loadUnlessGone(ctx, seriesId)
    if (!series || series.isExcluded) return
    const used = await listLibraryProviders(ctx, series.libraryId)
    const provider = used.find(({ name }) => name === offer.provider)
    if (!provider) continue
    if (series.listExcludedIds(provider).has(offer.externalId)) continue
    yield { series, offer, provider, providers: used.map(({ name }) => name) }
  }
}

/** Returns undefined for a series that is in the trash or was deleted. */
async function loadUnlessGone(ctx: Context, seriesId: string) {
  try {
    return await seriesTarget.load(ctx.db, system, seriesId)
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'not_found') return undefined
    throw error
  }
}

/** Lists the fields of the job that the user did not refuse. Returns undefined for all fields. */
function listAllowedFields(
  { refusedFields }: Offer,
  { fields }: Pick<RefreshOptions, 'fields'>,
): readonly string[] | undefined {
  if (!refusedFields || refusedFields.length === 0) return fields
  return [...(fields ?? allFields)].filter((field) => !refusedFields.includes(field))
}

async function applyLatest(
  ctx: Context,
  due: DueOffer,
  work: Work,
  { runId, signal, ...options }: RefreshOptions & { runId: string },
) {
  const { offer, providers } = due
  const { matched } = due.series
  const { provider, externalId, refusedFields } = offer
  const fields = listAllowedFields(offer, options)
  if (Bun.deepEquals(work, offer.work)) {
    await ctx.writeBulk((tx) => upsertOffer(tx, matched, { ...offer, fetchedAt: ctx.clock.now() }))
    return { changedFields: 0, coverId: null }
  }
  // Downloads the cover before the work is stored. Otherwise, after an interruption, the stored
  // work would already contain the new cover URL, and the cover would never be downloaded.
  const mayChangeCover = fields === undefined || fields.includes('cover')
  const file = mayChangeCover ? await downloadNewCover(ctx, due, work, signal) : undefined
  const match = { provider, externalId, work }
  const beforeApply = (tx: Tx) => lockUnlessUndone(tx, runId)
  const applied = { providers, fields, refusedFields, runId, beforeApply }
  const change = await applyMatch(ctx, seriesTarget, matched.id, { match, options: applied })
  if (!change) return { changedFields: 0, coverId: null }
  const coverId = file ? await addCover(ctx, due, file) : null
  return { changedFields: change.fields.length, coverId }
}

/** Returns undefined if the cover URL is unchanged or the image cannot be downloaded. */
async function downloadNewCover(
  ctx: Context,
  { offer }: DueOffer,
  { coverUrl: url }: Work,
  signal = new AbortController().signal,
): Promise<Blob | undefined> {
  if (!url || url === (offer.work as Work).coverUrl) return undefined
  return downloadCover(ctx, { provider: offer.provider, url, signal })
}

/** Returns the cover ID, or null if the image could not be added or the series already had it. */
async function addCover(ctx: Context, { series, offer }: DueOffer, file: Blob) {
  const settings = await findLibraryMatching(ctx.db, series.libraryId)
  const isPreferred = settings?.preferProviderCovers ?? false
  const cover = { provider: offer.provider, file, isPreferred }
  const added = await addDownloadedCover(ctx, seriesTarget, series.matched.id, cover)
  return 'coverId' in added ? added.coverId : null
}
