/** A user's saved filters. Nobody else can see them. */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import { invalidBody } from '../../platform/http/validation'
import type { Tx } from '../../platform/db/store'
import { parseSort } from '../../platform/http/pagination'
import { foldText } from '../../platform/lib/text/fold-text'
import { valueMessages } from '../../platform/messages/common'
import { bookCondition } from '../books/lists/book-condition'
import { bookSortKeys } from '../books/lists/book-sorts'
import type { BookCondition } from '../books/lists/model'
import { requireLibrary } from '../libraries/service'
import type { SeriesCondition } from '../series/lists/model'
import { seriesCondition } from '../series/lists/series-condition'
import { seriesSortKeys } from '../series/lists/series-sorts'
import { filterPresetMessages } from './messages'
import {
  filterPresetsUpdated,
  maxPresets,
  type PresetCreation,
  type PresetReplacement,
  type PresetsQuery,
  type PresetView,
} from './model'
import {
  countPresets,
  deletePreset,
  findIdOfName,
  findPreset,
  findPresets,
  insertPreset,
  type PresetRow,
  updatePreset,
} from './queries'

/** Throws if the saved filter is not the version that a change is based on. */
type Precondition = (preset: PresetView) => void

/** Maximum length of the condition as JSON. */
const maxConditionLength = 20_000

export async function listPresets(ctx: Context, viewer: Viewer, query: PresetsQuery) {
  return { presets: (await findPresets(ctx.db, viewer, query)).map(toView) }
}

export const getPreset = async (ctx: Context, viewer: Viewer, id: string) =>
  toView(await requirePreset(ctx.db, viewer, id))

export async function createPreset(
  ctx: Context,
  viewer: Viewer,
  { scope, target, ...contents }: PresetCreation,
): Promise<PresetView> {
  const checked = await checkContents(ctx, viewer, { scope, target, contents })
  const now = ctx.clock.now()
  const { userId } = viewer
  const row = { id: Bun.randomUUIDv7(), userId, target, ...checked, createdAt: now, updatedAt: now }
  await ctx.write(async (tx) => {
    if ((await countPresets(tx, userId)) >= maxPresets)
      throw new Refusal('conflict', filterPresetMessages.too_many({ max: maxPresets }))
    await refuseTakenName(tx, row)
    await insertPreset(tx, row)
    publishAfter(ctx, tx, viewer)
  })
  return toView(row)
}

/** Replaces a saved filter, except for its scope and target, which cannot be changed. */
export async function replacePreset(
  ctx: Context,
  viewer: Viewer,
  { id, contents, check }: { id: string; contents: PresetReplacement; check?: Precondition },
): Promise<PresetView> {
  return ctx.write(async (tx) => {
    const found = await requirePreset(tx, viewer, id)
    check?.(toView(found))
    const { target, libraryId } = found
    const scope = libraryId === null ? 'global' : 'library'
    const given = { ...contents, libraryId: contents.libraryId ?? libraryId }
    const checked = await checkContents(ctx, viewer, { scope, target, contents: given })
    const row = { ...found, ...checked, updatedAt: ctx.clock.now() }
    await refuseTakenName(tx, row)
    await updatePreset(tx, row)
    publishAfter(ctx, tx, viewer)
    return toView(row)
  })
}

export async function removePreset(
  ctx: Context,
  viewer: Viewer,
  { id, check }: { id: string; check?: Precondition },
) {
  await ctx.write(async (tx) => {
    check?.(toView(await requirePreset(tx, viewer, id)))
    await deletePreset(tx, id)
    publishAfter(ctx, tx, viewer)
  })
}

async function requirePreset(db: Context['db'] | Tx, viewer: Viewer, id: string) {
  const row = await findPreset(db, viewer, id)
  if (!row) throw notFound(filterPresetMessages.not_found())
  return row
}

interface Given {
  scope: PresetCreation['scope']
  target: PresetCreation['target']
  contents: PresetReplacement
}

/** Returns the row values. Rejects conditions that a series or book list would reject. */
async function checkContents(ctx: Context, viewer: Viewer, { scope, target, contents }: Given) {
  const { condition, query = null, sort = null, libraryId = null } = contents
  await checkLibrary(ctx, viewer, scope, libraryId)
  checkCondition(viewer, target, condition)
  if (sort !== null) checkSort(target, sort)
  const name = contents.name.trim()
  if (name === '') throw invalidBody('name', valueMessages.empty())
  const nameKey = `${libraryId ?? ''} ${foldText(name)}`
  return { name, nameKey, libraryId, condition, query: query?.trim() || null, sort }
}

async function checkLibrary(
  ctx: Context,
  viewer: Viewer,
  scope: Given['scope'],
  libraryId: string | null,
) {
  if (scope === 'library' && libraryId === null)
    throw invalidBody('libraryId', filterPresetMessages.library_needed())
  if (scope === 'global' && libraryId !== null)
    throw invalidBody('libraryId', filterPresetMessages.library_not_allowed())
  if (libraryId !== null) await requireLibrary(ctx, viewer, libraryId)
}

function checkCondition(
  viewer: Viewer,
  target: Given['target'],
  condition: Record<string, unknown>,
) {
  if (JSON.stringify(condition).length > maxConditionLength)
    throw invalidBody('condition', filterPresetMessages.too_long({ max: maxConditionLength }))
  if (isEmpty(condition)) return
  // Compiled only for validation.
  if (target === 'series') seriesCondition(viewer, condition as SeriesCondition)
  else bookCondition(viewer, condition as BookCondition)
}

/** Returns true for filters that save only search text and a sort order. */
const isEmpty = (condition: Record<string, unknown>) => Object.keys(condition).length === 0

const checkSort = (target: Given['target'], sort: string) =>
  target === 'series'
    ? parseSort(sort, seriesSortKeys, { key: 'name', direction: 'asc' })
    : parseSort(sort, bookSortKeys, { key: 'series', direction: 'asc' })

async function refuseTakenName(tx: Tx, row: PresetRow) {
  const taken = await findIdOfName(tx, row)
  if (taken !== undefined && taken !== row.id)
    throw new Refusal('conflict', filterPresetMessages.name_taken())
}

const publishAfter = (ctx: Context, tx: Tx, { userId }: Viewer) =>
  tx.afterCommit(() => ctx.bus.publish(filterPresetsUpdated, { userId }))

function toView({ userId: _user, nameKey: _key, ...row }: PresetRow): PresetView {
  return { ...row, scope: row.libraryId === null ? 'global' : 'library' }
}
