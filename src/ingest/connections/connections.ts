/** A user's accounts at reading list services and at plugins. */
import { and, asc, eq } from 'drizzle-orm'
import { registerDeviceCredentials } from '../../accounts/api-keys/device-credentials'
import type { Viewer } from '../../accounts/permissions/model'
import { refuseApiKey } from '../../accounts/permissions/permission-rules'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Db, Tx } from '../../platform/db/store'
import { removeSchedule, setSchedule } from '../../platform/jobs/schedules'
import { forgetOwner } from '../plugins/programs/plugin-owners'
import { auditConnection } from './connection-audit'
import { mergeConfig } from './connection-config'
import { buildAvailableView, buildConnectionView, isSignedIn } from './connection-view'
import { connectionMessages } from './messages'
import type { ConnectionsView, ConnectionView } from './model'
import { connections } from './schema'
import {
  type ConnectedService,
  type Connection,
  type ConnectionRow,
  findService,
  findServiceOfRow,
  listServicesForUsers,
  syncsReading,
} from './services/connected-service'

/** Schedule name prefix; the connection ID follows. */
export const syncSchedulePrefix = 'sync:'

export async function requireService(ctx: Context, pluginId: string): Promise<ConnectedService> {
  const service = await findService(ctx, pluginId)
  if (!service) throw notFound(connectionMessages.service_not_found())
  return service
}

registerDeviceCredentials(signOutAll)

/**
 * Deletes the tokens when the password changes, because someone who knew the previous password may
 * have connected their own account.
 */
async function signOutAll(tx: Tx, userId: string) {
  await tx
    .update(connections)
    .set({ sealedTokens: null, needsSignIn: true })
    .where(eq(connections.userId, userId))
}

export const isOf = (userId: string, service: string) =>
  and(eq(connections.userId, userId), eq(connections.service, service))

export async function listConnectionsOf(ctx: Context, userId: string): Promise<Connection[]> {
  const rows = await ctx.db
    .select()
    .from(connections)
    .where(eq(connections.userId, userId))
    .orderBy(asc(connections.createdAt), asc(connections.id))
  if (rows.length === 0) return []
  const services = new Map((await listServicesForUsers(ctx)).map((one) => [one.name, one]))
  return rows.flatMap((row) => {
    const service = services.get(row.service)
    return service ? [{ row, service }] : []
  })
}

export async function listConnections(ctx: Context, { userId }: Viewer): Promise<ConnectionsView> {
  const own = await listConnectionsOf(ctx, userId)
  const known = new Set(own.map(({ row }) => row.service))
  const others = (await listServicesForUsers(ctx)).filter(
    (one) => !known.has(one.name) && isSwitchedOn(one),
  )
  return {
    enabled: own.map((one) => buildConnectionView(ctx, one)),
    available: others.map((one) => buildAvailableView(ctx, one)),
  }
}

const isSwitchedOn = (service: ConnectedService) =>
  service.kind === 'builtin' || service.plugin.isEnabled

export async function findConnectionRow(
  db: Pick<Db, 'select'>,
  id: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(connections).where(eq(connections.id, id))
  return row
}

export async function findConnection(
  ctx: Context,
  id: string,
  db: Pick<Db, 'select'> = ctx.db,
): Promise<Connection | undefined> {
  const row = await findConnectionRow(db, id)
  const service = row && (await findServiceOfRow(ctx, row))
  return row && service && { row, service }
}

export async function requireConnection(
  ctx: Context,
  { userId }: Viewer,
  pluginId: string,
): Promise<Connection> {
  const service = await requireService(ctx, pluginId)
  const [row] = await ctx.db.select().from(connections).where(isOf(userId, service.name))
  if (!row) {
    throw notFound(connectionMessages.not_connected({ service: service.displayName }))
  }
  return { row, service }
}

export const getConnection = async (ctx: Context, viewer: Viewer, pluginId: string) =>
  buildConnectionView(ctx, await requireConnection(ctx, viewer, pluginId))

/**
 * Schedules a sync every six hours, at a minute that differs between connections. Removes the
 * schedule if automatic sync is off or not possible.
 */
export async function scheduleSync(
  ctx: Context,
  tx: Tx,
  { row: { id, enabled, autoSync }, service }: Connection,
) {
  const name = syncSchedulePrefix + id
  if (!enabled || !autoSync || !syncsReading(service)) return removeSchedule(tx, name)
  const place = Number(Bun.hash.crc32(id)) % 360
  const cron = `${place % 60} ${Math.floor(place / 60)}-23/6 * * *`
  await setSchedule(tx, name, { cron, timezone: null }, ctx.clock.now())
}

/** Deletes the connection. Reading progress is kept on both sides. */
export async function disconnect(ctx: Context, viewer: Viewer, pluginId: string): Promise<void> {
  refuseApiKey(viewer, connectionMessages.key_cannot_connect())
  const { row, service } = await requireConnection(ctx, viewer, pluginId)
  await ctx.write(async (tx) => {
    const current = await findConnectionRow(tx, row.id)
    if (!current) return
    await deleteConnection(tx, row.id)
    await auditConnection(ctx, tx, viewer, { service, before: current })
  })
  if (service.kind === 'plugin') await forgetOwner(ctx, service.plugin, row.id)
}

export async function deleteConnection(tx: Tx, id: string) {
  await tx.delete(connections).where(eq(connections.id, id))
  await removeSchedule(tx, syncSchedulePrefix + id)
}

interface Change {
  enabled?: boolean
  autoSync?: boolean
}

export async function changeConnection(
  ctx: Context,
  viewer: Viewer,
  { pluginId, change }: { pluginId: string; change: Change },
): Promise<ConnectionView> {
  const { row, service } = await requireConnection(ctx, viewer, pluginId)
  const [changed] = await ctx.write(async (tx) => {
    const rows = await updateConnection(tx, row.id, change)
    if (rows[0]) await scheduleSync(ctx, tx, { row: rows[0], service })
    return rows
  })
  if (!changed) {
    throw notFound(connectionMessages.not_connected({ service: service.displayName }))
  }
  return buildConnectionView(ctx, { row: changed, service })
}

/** Updates the given settings. */
export async function changeConfig(
  ctx: Context,
  viewer: Viewer,
  { pluginId, changes }: { pluginId: string; changes: Readonly<Record<string, unknown>> },
): Promise<ConnectionView> {
  const { row, service } = await requireConnection(ctx, viewer, pluginId)
  const manifest = service.kind === 'plugin' ? service.plugin.manifest : undefined
  const changed = await ctx.write(async (tx) => {
    const current = await findConnectionRow(tx, row.id)
    if (!current) return undefined
    const config = mergeConfig(current.config, changes, manifest?.userConfigSchema ?? null)
    return (await updateConnection(tx, row.id, { config }))[0]
  })
  if (!changed) {
    throw notFound(connectionMessages.not_connected({ service: service.displayName }))
  }
  return buildConnectionView(ctx, { row: changed, service })
}

export const updateConnection = (tx: Tx, id: string, change: Partial<ConnectionRow>) =>
  tx.update(connections).set(change).where(eq(connections.id, id)).returning()

/** Throws if the service cannot be used, for example because the user has to sign in. */
export function requireUsable({ row, service }: Connection): void {
  const name = { service: service.displayName }
  if (!row.enabled) throw new Refusal('conflict', connectionMessages.disabled(name))
  if (!isSwitchedOn(service)) throw new Refusal('conflict', connectionMessages.plugin_off(name))
  if (!isSignedIn(row)) throw new Refusal('conflict', connectionMessages.sign_in_again(name))
}

/**
 * Throws if the connection has been removed or turned off in the meantime. Call this during
 * long-running work.
 */
export async function requireStillUsable(ctx: Context, { row, service }: Connection) {
  const current = await findConnection(ctx, row.id)
  if (!current) {
    const { displayName } = service
    throw new Refusal('conflict', connectionMessages.not_connected({ service: displayName }))
  }
  requireUsable(current)
}

/** Throws if the connection cannot be used or its service does not sync reading progress. */
export function requireSyncing(connection: Connection): void {
  requireUsable(connection)
  if (syncsReading(connection.service)) return
  const { displayName: service } = connection.service
  throw new Refusal('conflict', connectionMessages.no_sync({ service }))
}

/** Lists the user's enabled and signed-in connections with automatic sync. */
export async function listAutomatic(db: Db, userId: string): Promise<ConnectionRow[]> {
  const rows = await db
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.enabled, true),
        eq(connections.autoSync, true),
      ),
    )
  return rows.filter(isSignedIn)
}
