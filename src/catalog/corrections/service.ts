/**
 * Parsing rules, which correct how names are parsed. Each change starts a job that applies it to
 * the affected books (see `ingest/grouping`).
 */
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { invalid, notFound, Refusal } from '../../errors'
import {
  matchesPlace,
  maxRules,
  type NamePlace,
  type RulePattern,
} from '../../media/filenames/corrections'
import type { Found, Paging } from '../../platform/http/pagination'
import { seesEverything } from '../libraries/library-visibility'
import { requireLibrary } from '../libraries/service'
import type { Viewer } from '../../accounts/permissions/model'
import type { NameRulePatch, NewNameRule, StoredChange } from './model'
import { applyNamesJob } from '../../ingest/grouping/model'
import {
  countRules,
  deleteRule,
  findRule,
  insertRule,
  listLibraryIds,
  selectRules as listRuleRows,
  listLibraryRules,
  type RuleRow,
  updateRule,
} from './queries'
import { correctionMessages } from './messages'
import type { Message } from '../../platform/messages/message'

export async function listRules(
  ctx: Context,
  viewer: Viewer,
  { libraryId, paging }: { libraryId: string | undefined; paging: Paging },
): Promise<Found<RuleRow>> {
  if (libraryId !== undefined) await requireLibrary(ctx, viewer, libraryId)
  return listRuleRows(ctx.db, viewer, { libraryId, paging })
}

/** Lists the rules that match a name. */
export async function listMatchingRules(ctx: Context, libraryId: string, place: NamePlace) {
  return (await listLibraryRules(ctx.db, libraryId)).filter((rule) => matchesPlace(rule, place))
}

export const getRule = (ctx: Context, viewer: Viewer, id: string) => readRule(ctx.db, viewer, id)

async function readRule(db: Db, viewer: Viewer, id: string): Promise<RuleRow> {
  const rule = await findRule(db, viewer, id)
  if (!rule) throw notFound(correctionMessages.not_found())
  return rule
}

export async function createRule(
  ctx: Context,
  viewer: Viewer,
  rule: NewNameRule,
): Promise<RuleRow> {
  const libraryId = await checkRule(ctx, viewer, rule)
  const { match, pattern, on, change } = rule
  return ctx.write(async (tx) => {
    if ((await countRules(tx, libraryId)) >= maxRules) {
      throw new Refusal('conflict', correctionMessages.too_many({ max: maxRules }))
    }
    const row = await insertRule(tx, { libraryId, match, pattern, on, change })
    await applyToLibraries(ctx, tx, libraryId, [row])
    return row
  })
}

export async function editRule(
  ctx: Context,
  viewer: Viewer,
  id: string,
  patch: NameRulePatch,
): Promise<RuleRow> {
  await checkRule(ctx, viewer, { ...(await getRule(ctx, viewer, id)), ...patch })
  return ctx.write(async (tx) => {
    const present = await readRule(tx, viewer, id)
    const { match, pattern, on, change } = { ...present, ...patch }
    const row = await updateRule(tx, id, { match, pattern, on, change, updatedAt: ctx.clock.now() })
    // The books that matched the rule before the change are parsed again as well.
    await applyToLibraries(ctx, tx, present.libraryId, [present, row])
    return row
  })
}

export async function deleteRuleAndApply(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    const rule = await readRule(tx, viewer, id)
    requireWriteAccess(viewer, rule.libraryId)
    await deleteRule(tx, id)
    await applyToLibraries(ctx, tx, rule.libraryId, [rule])
  })
}

/**
 * Rejects a rule that is empty or invalid, or that the viewer may not write. Returns the ID of its
 * library, or null if the rule is global.
 */
export async function checkRule(
  ctx: Context,
  viewer: Viewer,
  { libraryId = null, change }: Pick<NewNameRule, 'libraryId' | 'change'>,
): Promise<string | null> {
  requireWriteAccess(viewer, libraryId)
  if (libraryId !== null) await requireLibrary(ctx, viewer, libraryId)
  const flaw = findRuleProblem(change)
  if (flaw) throw invalid(correctionMessages.invalid(), [{ path: 'change', message: flaw }])
  return libraryId
}

function findRuleProblem({
  set,
  offset,
  countAs,
  acrossFolders,
}: StoredChange): Message | undefined {
  const changes = Object.keys(set ?? {}).length + Object.keys(offset ?? {}).length
  if (changes === 0 && countAs === undefined) return correctionMessages.changes_nothing()
  if (acrossFolders && !set?.series) return correctionMessages.series_required()
  const words = [set?.series, set?.title, set?.edition]
  if (words.some((word) => typeof word === 'string' && !isSet(word))) {
    return correctionMessages.bad_texts()
  }
  return undefined
}

const isSet = (text: string) => text.trim() !== '' && text.isWellFormed()

/** Prevents users with access to only some libraries from changing rules that apply to all. */
function requireWriteAccess(viewer: Viewer, libraryId: string | null) {
  if (libraryId === null && !seesEverything(viewer)) {
    throw new Refusal('forbidden', correctionMessages.needs_all_libraries())
  }
}

/** Enqueues a small job for each affected library. The job contains the affected patterns. */
async function applyToLibraries(
  ctx: Context,
  tx: Tx,
  libraryId: string | null,
  rules: readonly RulePattern[],
) {
  const about = rules.map(({ match, pattern, on }) => ({ match, pattern, on }))
  const ids = libraryId === null ? await listLibraryIds(tx) : [libraryId]
  for (const id of ids) {
    await ctx.queue.enqueue(tx, applyNamesJob, { libraryId: id, about }, { priority: 5 })
  }
}
