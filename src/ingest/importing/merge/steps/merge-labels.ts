/** Labels that decide who sees a series become sharing tags, before anyone can sign in. */
import { foldName } from '../../../../accounts/users/names/fold-name'
import { system } from '../../../../accounts/permissions/model'
import { addSeriesTag, getSeriesTags } from '../../../../catalog/sharing-tags/series-tags'
import { createSharingTag } from '../../../../catalog/sharing-tags/service'
import { sharingTags } from '../../../../catalog/sharing-tags/schema'
import type { Context } from '../../../../context'
import type { Tx } from '../../../../platform/db/store'
import type { ForeignSeries } from '../../neutral-form'
import { buildOrigin } from '../facts'
import { type ImportRun, runStep } from '../import-run'
import { insertFacts } from '../queries'
import { count } from '../report'

type LabelRun = Omit<ImportRun, 'people'>

/** Returns the sharing tags by folded label. A preview creates none. */
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
  for (const one of series) await tagSeries(run, one, tagIds)
  return tagIds
}

async function createTags(run: LabelRun, names: readonly string[]) {
  const known = await run.ctx.db.select().from(sharingTags)
  const tagIds = new Map(known.map(({ nameKey, id }) => [nameKey, id]))
  for (const given of names) {
    const name = given.trim()
    const key = foldName(name)
    if (name === '' || tagIds.has(key) || run.importId === null) continue
    await runStep(run, async (_, tx) => {
      if (!tx) return
      const tag = await createSharingTag(withinTransaction(run.ctx, tx), system, { name })
      tagIds.set(key, tag.id)
      const origin = ['tag', key]
      await recordFact(run, tx, { kind: 'tag', itemId: tag.id, origin, added: { isNew: true } })
    })
  }
  return tagIds
}

async function tagSeries(
  run: LabelRun,
  { foreignId, labels }: ForeignSeries,
  tagIds: ReadonlyMap<string, string>,
) {
  const seriesId = run.matched.series.get(foreignId)
  if (seriesId === undefined) {
    count(run.report.labels, 'waiting')
    return
  }
  const present = new Set((await getSeriesTags(run.ctx, system, seriesId)).map(({ id }) => id))
  const wanted = labels.map((label) => tagIds.get(foldName(label.trim())))
  const isComplete = wanted.every((tagId) => tagId !== undefined && present.has(tagId))
  count(run.report.labels, isComplete ? 'same' : 'new')
  if (run.importId === null) return
  for (const tagId of wanted) {
    if (tagId === undefined || present.has(tagId)) continue
    await runStep(run, async (_, tx) => {
      if (!tx) return
      await addSeriesTag(withinTransaction(run.ctx, tx), system, seriesId, tagId)
      const origin = ['tagging', foreignId, tagId]
      await recordFact(run, tx, { kind: 'tagging', itemId: seriesId, origin, added: { tagId } })
    })
  }
}

/** A change and its fact are written together. */
const withinTransaction = (ctx: Context, tx: Tx): Context => ({
  ...ctx,
  db: tx,
  write: (work) => work(tx),
})

type LabelFact = { itemId: string; origin: readonly string[] } & (
  { kind: 'tag'; added: { isNew: boolean } } | { kind: 'tagging'; added: { tagId: string } }
)

const recordFact = (run: LabelRun, tx: Tx, { origin, ...fact }: LabelFact) =>
  insertFacts(tx, [
    {
      ...fact,
      importId: run.importId!,
      userId: null,
      // The same label can be added again after an undo of another import.
      origin: buildOrigin(run.source, ...origin, run.importId),
    },
  ])
