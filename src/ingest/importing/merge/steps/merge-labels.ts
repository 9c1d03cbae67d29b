/** Turns labels that restrict who sees a series into sharing tags, before accounts are created. */
import { eq } from 'drizzle-orm'
import { foldName } from '../../../../accounts/users/names/fold-name'
import { system } from '../../../../accounts/permissions/model'
import { listTagsOfSeries } from '../../../../catalog/sharing-tags/series-tags'
import { createSharingTag } from '../../../../catalog/sharing-tags/service'
import { sharingTags } from '../../../../catalog/sharing-tags/schema'
import type { Tx } from '../../../../platform/db/store'
import type { ForeignBook, ForeignSeries } from '../../neutral-form'
import { buildOrigin } from '../facts'
import { type ImportRun, runStep } from '../import-run'
import { insertFacts, isTagOfImport } from '../queries'
import { count } from '../report'
import {
  addLabel,
  keepLabelsWaiting,
  type WaitingLabel,
  withinTransaction,
} from '../waiting-labels'

type LabelRun = Omit<ImportRun, 'people'>

/**
 * Creates sharing tags for the labels and adds them to the series. Returns the tag IDs by folded
 * label. A preview creates no tags.
 */
export async function mergeLabels(run: LabelRun): Promise<Map<string, string>> {
  const series = [...run.source.series()].filter(({ labels }) => labels.length > 0)
  const names = [
    ...run.source.people.flatMap(({ deniedLabels, allowedLabels }) => [
      ...deniedLabels,
      ...allowedLabels,
    ]),
    ...series.flatMap(({ labels }) => labels),
  ]
  const tagIds = await createTags(run, names)
  const missing = listMissing(run)
  if (run.importId !== null) await keepLabelsWaiting(run, listWaiting(series, missing, tagIds))
  for (const one of series) {
    await tagSeries(run, one, { tagIds, hasWaiting: missing.has(one.foreignId) })
  }
  return tagIds
}

async function createTags(run: LabelRun, names: readonly string[]) {
  const known = await run.ctx.db.select().from(sharingTags)
  const tagIds = new Map(known.map(({ nameKey, id }) => [nameKey, id]))
  const done = new Set<string>()
  for (const given of names) {
    const name = given.trim()
    const key = foldName(name)
    if (name === '' || done.has(key) || run.importId === null) continue
    done.add(key)
    await runStep(run, async (_, tx) => {
      if (!tx) return
      // Another import may have created the tag in the meantime.
      const isSame = eq(sharingTags.nameKey, key)
      const [same] = await tx.select({ id: sharingTags.id }).from(sharingTags).where(isSame)
      tagIds.set(key, await findOrCreateTag(run, tx, { name, knownId: same?.id }))
    })
  }
  return tagIds
}

/** A tag that an import created is removed by the undo of the last import that uses it. */
async function findOrCreateTag(
  { ctx, source, importId }: LabelRun,
  tx: Tx,
  { name, knownId }: { name: string; knownId: string | undefined },
): Promise<string> {
  if (knownId !== undefined && !(await isTagOfImport(tx, knownId))) return knownId
  const itemId =
    knownId ?? (await createSharingTag(withinTransaction(ctx, tx), system, { name })).id
  // Contains the import ID, because the same label can be added again after another import was
  // undone.
  const origin = buildOrigin(source, 'tag', foldName(name), importId)
  const fact = { importId: importId!, origin, kind: 'tag' as const, userId: null, itemId }
  await insertFacts(tx, [{ ...fact, added: { isNew: true } }])
  return itemId
}

/** Adds the labels of a series to all series here that may correspond to it. */
async function tagSeries(
  run: LabelRun,
  { foreignId, labels }: ForeignSeries,
  { tagIds, hasWaiting }: { tagIds: ReadonlyMap<string, string>; hasWaiting: boolean },
) {
  const seriesIds = [...(run.matched.possibleSeries.get(foreignId) ?? [])]
  if (seriesIds.length === 0) {
    count(run.report.labels, hasWaiting ? 'waiting' : 'not_possible')
    return
  }
  const present = new Map<string, Set<string>>()
  for (const { seriesId, tagId } of await listTagsOfSeries(run.ctx.db, seriesIds)) {
    present.set(seriesId, (present.get(seriesId) ?? new Set()).add(tagId))
  }
  const wanted = findTagIds(labels, tagIds)
  const pairs = seriesIds.flatMap((seriesId) => wanted.map((tagId) => ({ seriesId, tagId })))
  const isPresent = pairs.every(
    ({ seriesId, tagId }) => tagId !== undefined && present.get(seriesId)?.has(tagId),
  )
  count(run.report.labels, isPresent ? 'same' : 'new')
  const { importId, source, ctx } = run
  if (importId === null) return
  for (const { seriesId, tagId } of pairs) {
    if (tagId === undefined) continue
    await runStep(run, async (_, tx) => {
      if (tx) await addLabel(ctx, tx, { importId, source, foreignId, seriesId, tagId })
    })
  }
}

const findTagIds = (labels: readonly string[], tagIds: ReadonlyMap<string, string>) => [
  ...new Set(labels.map((label) => tagIds.get(foldName(label.trim())))),
]

/** Lists books that are missing here or have no certain match, by series in the other program. */
function listMissing({ matched }: LabelRun): Map<string, ForeignBook[]> {
  const missing = [...matched.others.values()].map(({ book }) => book)
  return Map.groupBy(
    missing.filter(({ seriesId }) => seriesId !== null),
    ({ seriesId }) => seriesId!,
  )
}

function* listWaiting(
  series: readonly ForeignSeries[],
  missing: ReadonlyMap<string, readonly ForeignBook[]>,
  tagIds: ReadonlyMap<string, string>,
): Generator<WaitingLabel> {
  for (const { foreignId: seriesId, labels } of series) {
    const wanted = findTagIds(labels, tagIds).filter((tagId) => tagId !== undefined)
    for (const book of missing.get(seriesId) ?? []) {
      yield* wanted.map((tagId) => ({ seriesId, tagId, book }))
    }
  }
}
