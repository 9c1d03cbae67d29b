/**
 * Libraries: folders, settings and schedules. Deleted libraries move to the trash and can be
 * restored completely.
 */
import { and, eq, isNotNull } from 'drizzle-orm'
import type { NamingSettings } from '../../media/naming/settings'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { notFound, Refusal } from '../../errors'
import { removeSchedule } from '../../platform/jobs/schedules'
import { compareForAudit, recordAudit, auditDetail } from '../../accounts/audit/record'
import { grantLibraryToCreator } from '../../accounts/users/library-access'
import { system, type Viewer } from '../../accounts/permissions/model'
import { checkFolders } from './folders/check-folders'
import { findHiddenFolders } from './folders/hidden-folders'
import {
  type LibraryPatch,
  type LibraryView,
  type NewLibrary,
  libraryUpdated,
  libraryCreated,
  libraryDeleted,
} from './model'
import {
  findTrashed,
  findVisible,
  insertLibrary,
  insertRoots,
  isNameTaken,
  type LibraryRow,
  listRoots,
  listTrashed,
  listVisible,
  updateLibrary,
} from './queries'
import { applyNamesJob } from '../../ingest/grouping/model'
import { scanLibraryJob } from '../../ingest/scanning/model'
import { mergeCopiesJob } from '../../ingest/scanning/model'
import { recountLabelsJob } from '../labels/model'
import { moveRoots, writeSeparately } from './folders/roots'
import {
  changedStrategies,
  buildColumns,
  buildLibraryNameKey,
  getPaths,
  pickStrategies,
  normalizeLibraryName,
  defaultStrategies,
} from './settings'
import { canChangeLibraries, buildLibraryView, buildLibraryViews } from './library-view'
import { valueMessages } from '../../platform/messages/common'
import { libraryLogMessages, libraryMessages } from './messages'
import { libraries } from './schema'
import { userMessages } from '../../accounts/permissions/messages'
import { updateSchedule, validateSchedule } from './scan-schedule'
import { invalidBody } from '../../platform/http/validation'

export async function listLibraries(
  ctx: Context,
  viewer: Viewer,
  trashed: boolean,
): Promise<LibraryView[]> {
  if (trashed && !canChangeLibraries(viewer)) {
    throw new Refusal(
      'forbidden',
      userMessages.permission_required({ permission: 'libraries:write' }),
    )
  }
  const rows = await (trashed ? listTrashed(ctx.db, viewer) : listVisible(ctx.db, viewer))
  return buildLibraryViews(ctx, viewer, rows)
}

export async function getLibrary(ctx: Context, viewer: Viewer, id: string): Promise<LibraryView> {
  return buildLibraryView(ctx, viewer, await requireLibrary(ctx, viewer, id))
}

/** Returns the row of a visible library, or throws. */
export async function requireLibrary(ctx: Context, viewer: Viewer, id: string) {
  const row = await findVisible(ctx.db, viewer, id)
  if (!row) throw notFound(libraryMessages.not_found())
  return row
}

/** Throws if a folder of the library is not accessible. */
export async function requireRoots(ctx: Context, id: string) {
  const roots = await listRoots(ctx.db, [id])
  try {
    const hidden = await findHiddenFolders(ctx, system)
    await checkFolders(
      roots.map(({ path }) => path),
      hidden,
    )
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('conflict', error.userMessage)
    throw error
  }
}

export async function createLibrary(
  ctx: Context,
  viewer: Viewer,
  { name, scanImmediately, ...settings }: NewLibrary,
): Promise<LibraryView> {
  const paths = getPaths(settings)
  if (!paths) {
    throw invalidBody('path', valueMessages.missing())
  }
  // null selects the default value for the library type.
  const whole = { ...settings, defaultReadingDirection: settings.defaultReadingDirection ?? null }
  const row = {
    ...unscheduled,
    ...buildColumns(whole),
    ...changedStrategies(defaultStrategies, settings),
    ...findByName(name),
    id: Bun.randomUUIDv7(),
  }
  validateSchedule(row)
  const folders = await checkFolders(paths, await findHiddenFolders(ctx, viewer))
  await writeSeparately(ctx, { viewer, folders, libraryId: undefined }, async (tx) => {
    await requireFreeName(tx, viewer, row.nameKey)
    await insertLibrary(tx, row)
    await insertRoots(
      tx,
      row.id,
      folders.map(({ path }, position) => ({ path, position })),
    )
    await grantLibraryToCreator(tx, viewer, row.id)
    await updateSchedule(tx, row, ctx.clock.now())
    await recordAudit(ctx, tx, viewer, { action: 'create_library', target: toTarget(row) })
    const order = { libraryId: row.id, mode: 'normal', trigger: 'created' } as const
    const options = { key: `scan:${row.id}`, priority: 10 }
    if (scanImmediately) await ctx.queue.enqueue(tx, scanLibraryJob, order, options)
  })
  ctx.bus.publish(libraryCreated, { libraryId: row.id })
  logChange(ctx, viewer, row, 'created')
  // The viewer's permissions were loaded before the library existed.
  return buildLibraryView(ctx, viewer, await requireLibrary(ctx, system, row.id))
}

/** Throws if the library is not the version that a change is based on. */
type Precondition = (library: LibraryView) => void

export async function editLibrary(
  ctx: Context,
  viewer: Viewer,
  { id, patch, check }: { id: string; patch: LibraryPatch; check?: Precondition },
): Promise<LibraryView> {
  // Validates before any disk access.
  buildChanges(await requireLibrary(ctx, viewer, id), patch)
  const paths = getPaths(patch)
  const folders = paths && (await checkFolders(paths, await findHiddenFolders(ctx, viewer)))
  const store = async (tx: Tx) => {
    // Reads the row again, because disk access takes time and others may have changed it.
    const present = await findVisible(tx, viewer, id)
    if (!present) throw notFound(libraryMessages.not_found())
    check?.(await buildLibraryView({ ...ctx, db: tx }, viewer, present))
    const changes = buildChanges(present, patch)
    const row = { ...present, ...changes }
    if (row.nameKey !== present.nameKey) await requireFreeName(tx, viewer, row.nameKey)
    await updateLibrary(tx, id, { ...changes, updatedAt: ctx.clock.now() })
    const compared = compareForAudit(present, changes)
    const moved = folders
      ? [auditDetail('folders', folders.map(({ path }) => path).join(', '))]
      : []
    await recordAudit(ctx, tx, viewer, {
      action: 'change_library',
      target: toTarget(present),
      changes: [...compared, ...moved],
    })
    if (folders) await moveRoots(tx, id, folders)
    if (!Bun.deepEquals(pickStrategies(present), pickStrategies(row))) {
      await applyNames(ctx, tx, id, pickStrategies(present))
    }
    await updateSchedule(tx, row, ctx.clock.now())
  }
  await (folders
    ? writeSeparately(ctx, { viewer, folders, libraryId: id }, store)
    : ctx.write(store))
  ctx.bus.publish(libraryUpdated, { libraryId: id })
  const library = await getLibrary(ctx, viewer, id)
  logChange(ctx, viewer, library, 'changed')
  return library
}

/** Builds the changed columns from a patch; rejects invalid combinations. */
function buildChanges(present: LibraryRow, { name, isActive, ...settings }: LibraryPatch) {
  const changes = {
    ...buildColumns(settings),
    ...changedStrategies(present, settings),
    ...(name && findByName(name)),
    ...(typeof isActive === 'boolean' && { isActive }),
  }
  validateSchedule({ ...present, ...changes })
  return changes
}

/** Enqueues a job that applies naming settings. A running job is repeated afterward. */
async function applyNames(ctx: Context, tx: Tx, libraryId: string, before: NamingSettings) {
  const options = { key: `names:${libraryId}`, priority: 5, again: true }
  await ctx.queue.enqueue(tx, applyNamesJob, { libraryId, before }, options)
}

/** Moves the library to the trash. All its data is kept. */
export async function trashLibrary(
  ctx: Context,
  viewer: Viewer,
  { id, check }: { id: string; check?: Precondition },
) {
  const { name, nameKey } = await requireLibrary(ctx, viewer, id)
  await ctx.write(async (tx) => {
    const present = check && (await findVisible(tx, viewer, id))
    if (present) check?.(await buildLibraryView({ ...ctx, db: tx }, viewer, present))
    const trashedAt = ctx.clock.now()
    // From now on, another library may use the name.
    await updateLibrary(tx, id, { trashedAt, nameKey: `${id}/${nameKey}`, updatedAt: trashedAt })
    await removeSchedule(tx, `scan:${id}`)
    await recordAudit(ctx, tx, viewer, { action: 'delete_library', target: toTarget({ id, name }) })
    await ctx.queue.enqueue(tx, recountLabelsJob, {})
    await enqueueMerge(ctx, tx)
  })
  await ctx.queue.cancel(`scan:${id}`)
  ctx.bus.publish(libraryDeleted, { libraryId: id })
  logChange(ctx, viewer, { id, name }, 'trashed')
}

/**
 * Enqueues a job that merges trashed books, and the books of trashed libraries, into their copies.
 */
async function enqueueMerge(ctx: Context, tx: Tx) {
  await ctx.queue.enqueue(tx, mergeCopiesJob, {}, { key: 'merge-copies', again: true })
}

export async function restoreLibrary(ctx: Context, viewer: Viewer, id: string) {
  if (!(await findTrashed(ctx.db, viewer, id))) throw notFound(libraryMessages.not_found())
  const roots = await listRoots(ctx.db, [id])
  const folders = roots.map(({ path }) => ({ path, real: path }))
  await writeSeparately(ctx, { viewer, folders, libraryId: id }, async (tx) => {
    const row = await findTrashed(tx, viewer, id)
    if (!row) throw notFound(libraryMessages.not_found())
    const nameKey = buildLibraryNameKey(row.name)
    await requireFreeName(tx, viewer, nameKey, id)
    await updateLibrary(tx, id, { trashedAt: null, nameKey, updatedAt: ctx.clock.now() })
    await recordAudit(ctx, tx, viewer, { action: 'restore_library', target: toTarget(row) })
    await updateSchedule(tx, row, ctx.clock.now())
    await ctx.queue.enqueue(tx, recountLabelsJob, {})
    await enqueueMerge(ctx, tx)
  })
  ctx.bus.publish(libraryCreated, { libraryId: id })
  const library = await getLibrary(ctx, viewer, id)
  logChange(ctx, viewer, library, 'restored')
  return library
}

const toTarget = ({ id, name }: Pick<LibraryRow, 'id' | 'name'>) =>
  ({ kind: 'library', id, name }) as const

function logChange(
  { log }: Context,
  { userId, username: user }: Viewer,
  { id: libraryId, name }: Pick<LibraryRow, 'id' | 'name'>,
  change: 'created' | 'changed' | 'trashed' | 'restored',
) {
  log.info({ libraryId, userId }, libraryLogMessages[change]({ library: name, user }))
}

const findByName = (name: string) => {
  const tidy = normalizeLibraryName(name)
  if (tidy !== '') return { name: tidy, nameKey: buildLibraryNameKey(name) }
  throw invalidBody('name', valueMessages.empty())
}

async function requireFreeName(tx: Tx, viewer: Viewer, nameKey: string, id?: string) {
  if (!(await isNameTaken(tx, viewer, nameKey, id))) return
  throw new Refusal('conflict', libraryMessages.name_taken())
}

const unscheduled = {
  cronSchedule: null,
  cronTimezone: null,
  scanningEnabled: true,
  isActive: true,
}

/** Deletes a library permanently. Returns false unless it is in the trash. */
export async function deleteTrashedLibrary(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(libraries)
    .where(and(eq(libraries.id, id), isNotNull(libraries.trashedAt)))
    .returning({ id: libraries.id })
  return deleted.length > 0
}
