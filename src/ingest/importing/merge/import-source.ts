/**
 * Imports the data of another program in three steps: read, match, merge. A preview runs the same
 * steps and writes nothing.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import type { FolderMapping } from '../match/map-folders'
import { matchSource } from '../match/match-source'
import type { OpenSource } from '../neutral-form'
import { mergeCovers } from './steps/merge-covers'
import { mergeEdits } from './steps/merge-edits'
import type { ImportRun, ImportWatch } from './import-run'
import { mergeLabels } from './steps/merge-labels'
import { mergeLists } from './steps/merge-lists'
import { choosePeople, type PeopleChoice } from './steps/choose-people'
import { mergePeople } from './steps/merge-people'
import { mergePersonal } from './steps/merge-personal'
import { mergeReadings } from './steps/merge-readings'
import { findLastFolders, insertImport, updateImport } from './queries'
import { createReport, type ImportReport } from './report'

export interface ImportChoice extends PeopleChoice {
  folders: readonly FolderMapping[]
  /** The user who imports into their own account. Only books that this user can see are matched. */
  viewer?: Viewer
}

export async function previewImport(
  ctx: Context,
  source: OpenSource,
  choice: ImportChoice,
  watch: ImportWatch = {},
): Promise<ImportReport> {
  const prepared = await prepare(ctx, source, { choice, watch })
  return merge({ ...prepared.run, importId: null }, prepared.people)
}

/** Only adds data. Applying the same source again adds nothing. */
export async function applyImport(
  ctx: Context,
  source: OpenSource,
  choice: ImportChoice,
): Promise<{ importId: string; report: ImportReport }> {
  const { run, people } = await prepare(ctx, source, { choice, watch: {} })
  const { kind, instance, version, marks = [] } = source
  const { folders } = run.matched
  const createdAt = run.now
  const importId = await ctx.write((tx) =>
    insertImport(tx, { kind, instance, version, folders, createdAt, state: 'applying' }),
  )
  try {
    const report = await merge({ ...run, importId }, people)
    const end = {
      report: { ...report, marks },
      state: 'done' as const,
      finishedAt: ctx.clock.now(),
    }
    await ctx.write((tx) => updateImport(tx, importId, end))
    return { importId, report }
  } catch (error) {
    await ctx.write((tx) =>
      updateImport(tx, importId, { state: 'failed', report: { ...run.report, marks } }),
    )
    throw error
  }
}

/** Applies a source for an existing row. The caller stores the result. */
export async function applyConfirmed(
  ctx: Context,
  source: OpenSource,
  { importId, choice, watch }: { importId: string; choice: ImportChoice; watch: ImportWatch },
): Promise<ImportReport> {
  const { run, people } = await prepare(ctx, source, { choice, watch })
  return merge({ ...run, importId }, people)
}

type PreparedRun = Omit<ImportRun, 'people' | 'importId'>

async function prepare(
  ctx: Context,
  source: OpenSource,
  { choice, watch }: { choice: ImportChoice; watch: ImportWatch },
) {
  await watch.onStep?.('matching', 0)
  const report = createReport(source.kind, source.version)
  const people = await choosePeople(ctx.db, source, choice)
  const earlier = await findLastFolders(ctx.db, source.kind, source.instance)
  const isNew = ({ from }: FolderMapping) => !choice.folders.some((one) => one.from === from)
  const chosen = [...choice.folders, ...earlier.filter(isNew)]
  const matched = await matchSource(ctx.heavy, source, {
    chosen,
    report,
    viewer: choice.viewer,
  })
  const run: PreparedRun = { ctx, source, matched, report, watch, now: ctx.clock.now() }
  return { run, people }
}

/** Labels and restrictions come first, so that nobody sees more than in the other program. */
async function merge(
  run: Omit<ImportRun, 'people'>,
  chosen: Awaited<ReturnType<typeof choosePeople>>,
): Promise<ImportReport> {
  const { onStep } = run.watch
  await onStep?.('people', 0)
  const tagIds = await mergeLabels(run)
  const people = await mergePeople(run, chosen, tagIds)
  await mergeReadings({ ...run, people })
  await mergePersonal({ ...run, people })
  await onStep?.('lists', 0)
  await mergeLists({ ...run, people })
  await mergeEdits(run)
  await onStep?.('covers', 0)
  await mergeCovers(run)
  run.report.leftOut.push(...run.source.leftOut())
  return run.report
}
