/** Previews and applies a provider's work to a series or book. */
import { system, type Viewer } from '../../../accounts/permissions/model'
import {
  type AppliedChange,
  applyInTransaction,
  previewChangeSet,
  type FieldPreview,
  type Proposal,
} from '../../../catalog/metadata/change-sets/change-sets'
import { edited } from '../../../catalog/metadata/source-priority'
import type { Context } from '../../../context'
import type { Db, Tx } from '../../../platform/db/store'
import type { Message } from '../../../platform/messages/message'
import { matchingMessages } from '../messages'
import { upsertOffer } from '../../../catalog/metadata/matching/match-decisions'
import type { Match, Target } from './target'

export interface ApplyOptions {
  /** Fields to apply, or undefined for all. */
  fields?: readonly string[] | undefined
  /** Fields that the user refused. Stored with the offer, so that refreshes do not apply them. */
  refusedFields?: readonly string[] | null
  overwrite?: readonly string[]
  viewer?: Viewer
  runId?: string
  /** Provider names, most trusted first. */
  providers: readonly string[]
}

/** Previews how `applyMatch` would apply the fields that the work proposes. */
export async function previewMatch(
  db: Db,
  target: Target,
  id: string,
  { match, options }: { match: Match; options: ApplyOptions },
): Promise<FieldPreview[]> {
  const proposal = await buildProposal(db, target, id, { match, options })
  return previewChangeSet(db, target.entity, proposal)
}

/** Callbacks in the transaction that makes the change. */
interface Around {
  /** Returns false if the work should not be applied after all. */
  beforeApply?: (tx: Tx) => Promise<boolean>
  afterApply?: (tx: Tx, change: AppliedChange) => Promise<void>
}

/**
 * Applies the work and stores it as its provider's offer, in one transaction. Returns undefined if
 * `beforeApply` returns false. Throws if the series or book is no longer visible.
 */
export async function applyMatch(
  ctx: Context,
  target: Target,
  id: string,
  { match, options }: { match: Match; options: ApplyOptions & Around },
): Promise<AppliedChange | undefined> {
  const { beforeApply, afterApply, refusedFields } = options
  const { kind } = target.entity
  return ctx.write(async (tx) => {
    if (beforeApply && !(await beforeApply(tx))) return undefined
    // The search can take minutes: the series or book may have changed in the meantime.
    const proposal = await buildProposal(tx, target, id, { match, options })
    const change = await applyInTransaction(ctx, tx, target.entity, proposal)
    const refused = refusedFields ? [...refusedFields] : null
    const offer = { ...match, refusedFields: refused, fetchedAt: ctx.clock.now() }
    await upsertOffer(tx, { kind, id }, offer)
    await afterApply?.(tx, change)
    return change
  })
}

async function buildProposal(
  db: Db,
  target: Target,
  id: string,
  { match, options }: { match: Match; options: ApplyOptions },
): Promise<Proposal> {
  const { fields, overwrite = [], viewer, runId, providers } = options
  const trusted = providers.map((name) => `plugin:${name}`)
  const values = await target.buildValues(db, viewer ?? system, id, { ...match, trusted })
  const isChosen = (name: string) =>
    target.alwaysApplied.has(name) || fields?.includes(name) === true || overwrite.includes(name)
  const chosen = fields
    ? Object.fromEntries(Object.entries(values).filter(([name]) => isChosen(name)))
    : values
  return {
    id,
    source: `plugin:${match.provider}`,
    externalId: match.externalId,
    values: chosen,
    overwrite,
    providers: trusted,
    ...(viewer && { viewer }),
    ...(runId !== undefined && { runId }),
  }
}

/**
 * Explains why a proposed value is not applied. Returns undefined if it is applied or unchanged.
 */
export function explainRefusal({ status, problem, current }: FieldPreview): Message | undefined {
  if (status === 'invalid') return problem
  if (status === 'locked') return matchingMessages.locked()
  if (status !== 'outranked') return undefined
  return current.source === edited ? matchingMessages.edited() : matchingMessages.outranked()
}
