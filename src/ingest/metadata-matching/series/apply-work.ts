/** Previews and applies the work of a provider to a series, and undoes it. */
import { system, type Viewer } from '../../../accounts/permissions/model'
import {
  type AppliedChange,
  applyInTransaction,
  previewChangeSet,
  type FieldPreview,
  type Proposal,
} from '../../../catalog/metadata/change-sets/change-sets'
import { linkStorage, titleStorage } from '../../../catalog/metadata/part-storage'
import { edited } from '../../../catalog/metadata/source-priority'
import { filePartStorage, seriesEntity } from '../../../catalog/series/metadata/series-fields'
import { getStored } from '../../../catalog/series/metadata/service'
import type { Context } from '../../../context'
import type { Db, Tx } from '../../../platform/db/store'
import type { Message } from '../../../platform/messages/message'
import type { Work } from '../../providers/model'
import { matchingMessages } from '../messages'
import { upsertOffer } from '../../../catalog/metadata/matching/match-decisions'
import { findLibraryMatching } from '../queries'
import type { StoredSeries } from './local-series'
import { preferTitle } from './preferred-title'
import { buildProposedValues } from './work-values'

export interface Match {
  provider: string
  externalId: string
  work: Work
}

export interface ApplyOptions {
  /** Fields to apply; undefined: all. */
  fields?: readonly string[] | undefined
  /** Stored with the offer, so that no refresh applies them. */
  refusedFields?: readonly string[] | null
  overwrite?: readonly string[]
  viewer?: Viewer
  runId?: string
  /** Names of providers, the most trusted first. */
  providers: readonly string[]
}

/** Fields of the field table that the work proposes, as `applyMatch` would apply them. */
export async function previewMatch(
  db: Db,
  stored: StoredSeries,
  match: Match,
  options: ApplyOptions,
): Promise<FieldPreview[]> {
  return previewChangeSet(db, seriesEntity, await buildProposal(db, stored, match, options))
}

/** Both run in the transaction of the change. */
interface Around {
  /** Returns false if the work is not to be applied after all. */
  beforeApply?: (tx: Tx) => Promise<boolean>
  afterApply?: (tx: Tx, change: AppliedChange) => Promise<void>
}

/**
 * Applies the work and stores it as the offer of its provider, in one transaction. Returns undefined if
 * `beforeApply` refuses. Throws if the series is no longer visible.
 */
export async function applyMatch(
  ctx: Context,
  seriesId: string,
  match: Match,
  { beforeApply, afterApply, ...options }: ApplyOptions & Around,
): Promise<AppliedChange | undefined> {
  return ctx.write(async (tx) => {
    if (beforeApply && !(await beforeApply(tx))) return undefined
    // Searching takes up to minutes: the series may have changed since.
    const stored = await getStored(tx, options.viewer ?? system, seriesId)
    const proposal = await buildProposal(tx, stored, match, options)
    const change = await applyInTransaction(ctx, tx, seriesEntity, proposal)
    const refusedFields = options.refusedFields ? [...options.refusedFields] : null
    await upsertOffer(tx, { seriesId, ...match, refusedFields, fetchedAt: ctx.now() })
    await afterApply?.(tx, change)
    return change
  })
}

async function buildProposal(
  db: Db,
  stored: StoredSeries,
  { provider, externalId, work }: Match,
  { fields, overwrite = [], viewer, runId, providers }: ApplyOptions,
): Promise<Proposal> {
  const current = await loadCurrentValues(db, stored)
  const { titleLanguage } = (await findLibraryMatching(db, stored.series.libraryId)) ?? {}
  const titled = preferTitle(work, titleLanguage)
  const values = buildProposedValues(titled, { provider, externalId }, current)
  const chosen = fields
    ? Object.fromEntries(
        // The id is what the series is matched by.
        Object.entries(values).filter(
          ([name]) => name === 'externalIds' || fields.includes(name) || overwrite.includes(name),
        ),
      )
    : values
  return {
    id: stored.series.id,
    source: `plugin:${provider}`,
    values: chosen,
    overwrite,
    providers: providers.map((name) => `plugin:${name}`),
    ...(viewer && { viewer }),
    ...(runId !== undefined && { runId }),
  }
}

async function loadCurrentValues(db: Db, { series }: StoredSeries) {
  const { id, ageRating } = series
  return {
    ageRating,
    genres: (await filePartStorage.genres.load(db, id)) as string[],
    tags: (await filePartStorage.tags.load(db, id)) as string[],
    alternateTitles: await titleStorage.load(db, id),
    externalLinks: await linkStorage.load(db, id),
  }
}

/** Why a proposed value is not applied; undefined if it is, or if it changes nothing. */
export function explainRefusal({ status, problem, current }: FieldPreview): Message | undefined {
  if (status === 'invalid') return problem
  if (status === 'locked') return matchingMessages.locked()
  if (status !== 'outranked') return undefined
  return current.source === edited ? matchingMessages.edited() : matchingMessages.outranked()
}
