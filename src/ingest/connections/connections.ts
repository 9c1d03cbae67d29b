/** The accounts of a user at services that keep reading lists. */
import { and, asc, eq } from 'drizzle-orm'
import { registerDeviceCredentials } from '../../accounts/api-keys/device-credentials'
import type { Viewer } from '../../accounts/permissions/model'
import { refuseApiKey } from '../../accounts/permissions/permission-rules'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Db, Tx } from '../../platform/db/store'
import { removeSchedule, setSchedule } from '../../platform/jobs/schedules'
import { withText } from '../../platform/messages/message'
import { connectionMessages } from './messages'
import type { ConnectionConfig } from './connection-config'
import type { ConnectionsView, ConnectionView } from './model'
import { connections } from './schema'
import {
  findListService,
  findListServiceByName,
  getServiceId,
  listServices,
} from './services/list-services'
import type { ListService } from './services/list-service'
import { findOauth } from './oauth/oauth-client'

/** Of the schedules; the id of the connection follows. */
export const syncSchedulePrefix = 'sync:'

export type ConnectionRow = typeof connections.$inferSelect

export interface Connection {
  row: ConnectionRow
  service: ListService
}

export function requireService(pluginId: string): ListService {
  const service = findListService(pluginId)
  if (!service) throw notFound(connectionMessages.service_not_found())
  return service
}

registerDeviceCredentials(signOutAll)

/** Somebody else may have connected an account of theirs with the former password. */
async function signOutAll(tx: Tx, userId: string) {
  await tx
    .update(connections)
    .set({ sealedTokens: null, needsSignIn: true })
    .where(eq(connections.userId, userId))
}

export const isOf = (userId: string, service: string) =>
  and(eq(connections.userId, userId), eq(connections.service, service))

export async function listConnections(ctx: Context, { userId }: Viewer): Promise<ConnectionsView> {
  const rows = await ctx.db
    .select()
    .from(connections)
    .where(eq(connections.userId, userId))
    .orderBy(asc(connections.createdAt), asc(connections.id))
  const known = new Set(rows.map(({ service }) => service))
  return {
    enabled: rows.flatMap((row) => {
      const service = findListServiceByName(row.service)
      return service ? [buildConnectionView(ctx, { row, service })] : []
    }),
    available: listServices
      .filter(({ name }) => !known.has(name))
      .map((service) => ({
        ...buildServiceMembers(ctx, service),
        name: service.name,
        displayName: service.displayName,
      })),
  }
}

const buildServiceMembers = (ctx: ViewContext, service: ListService) => ({
  pluginId: getServiceId(service),
  requiresOauth: service.signInKind === 'redirect',
  oauthConfigured: findOauth(ctx, service) !== undefined,
  capabilities: {
    readSync: true,
    userRecommendationProvider: false,
    wantsDetailedProgress: false,
    wantsFullMetadata: false,
  },
  signIn: findOauth(ctx, service) ? ('redirect' as const) : service.signInKind,
  tokenSource: service.tokenSource,
  countsVolumes: service.countsVolumes,
})

type ViewContext = Pick<Context, 'config'>

export function buildConnectionView(
  ctx: ViewContext,
  { row, service }: Connection,
): ConnectionView {
  const { id, enabled, autoSync, externalUsername, lastSyncAt, lastSuccessAt, createdAt } = row
  return {
    ...buildServiceMembers(ctx, service),
    id,
    pluginName: service.name,
    pluginDisplayName: service.displayName,
    pluginType: 'builtin',
    enabled,
    connected: isSignedIn(row),
    requiresAuth: true,
    healthStatus: findHealth(row),
    lastError: row.lastError && withText(row.lastError),
    config: { ...row.config },
    autoSync,
    externalUsername,
    lastSyncAt,
    lastSuccessAt,
    createdAt,
  }
}

export const isSignedIn = ({ sealedTokens, needsSignIn }: ConnectionRow) =>
  sealedTokens !== null && !needsSignIn

function findHealth({ lastError, lastSuccessAt }: ConnectionRow) {
  if (lastError) return 'unhealthy'
  return lastSuccessAt ? 'healthy' : 'unknown'
}

export async function findConnection(
  db: Pick<Db, 'select'>,
  id: string,
): Promise<Connection | undefined> {
  const [row] = await db.select().from(connections).where(eq(connections.id, id))
  const service = row && findListServiceByName(row.service)
  return row && service && { row, service }
}

export async function requireConnection(
  db: Db,
  { userId }: Viewer,
  pluginId: string,
): Promise<Connection> {
  const service = requireService(pluginId)
  const [row] = await db.select().from(connections).where(isOf(userId, service.name))
  if (!row) {
    throw notFound(connectionMessages.not_connected({ service: service.displayName }))
  }
  return { row, service }
}

export const getConnection = async (ctx: Context, viewer: Viewer, pluginId: string) =>
  buildConnectionView(ctx, await requireConnection(ctx.db, viewer, pluginId))

/** Every six hours, at a minute that differs between connections. */
export async function applySchedule(
  ctx: Context,
  tx: Tx,
  { id, enabled, autoSync }: ConnectionRow,
) {
  const name = syncSchedulePrefix + id
  if (!enabled || !autoSync) return removeSchedule(tx, name)
  const place = Number(Bun.hash.crc32(id)) % 360
  const cron = `${place % 60} ${Math.floor(place / 60)}-23/6 * * *`
  await setSchedule(tx, name, { cron, timezone: null }, ctx.now())
}

/** What was read stays, here and there. */
export async function disconnect(ctx: Context, viewer: Viewer, pluginId: string): Promise<void> {
  refuseApiKey(viewer, connectionMessages.key_cannot_connect())
  const { row } = await requireConnection(ctx.db, viewer, pluginId)
  await ctx.write((tx) => deleteConnection(tx, row.id))
}

export async function deleteConnection(tx: Tx, id: string) {
  await tx.delete(connections).where(eq(connections.id, id))
  await removeSchedule(tx, syncSchedulePrefix + id)
}

interface Change {
  enabled?: boolean
  autoSync?: boolean
  config?: ConnectionConfig
}

export async function changeConnection(
  ctx: Context,
  viewer: Viewer,
  { pluginId, change }: { pluginId: string; change: Change },
): Promise<ConnectionView> {
  const { row, service } = await requireConnection(ctx.db, viewer, pluginId)
  const [changed] = await ctx.write(async (tx) => {
    const rows = await updateConnection(tx, row.id, change)
    if (rows[0]) await applySchedule(ctx, tx, rows[0])
    return rows
  })
  if (!changed) {
    throw notFound(connectionMessages.not_connected({ service: service.displayName }))
  }
  return buildConnectionView(ctx, { row: changed, service })
}

export const updateConnection = (tx: Tx, id: string, change: Partial<ConnectionRow>) =>
  tx.update(connections).set(change).where(eq(connections.id, id)).returning()

/** For work that needs the service. Throws if the user has to do something first. */
export function requireUsable({ row, service }: Connection): void {
  const name = { service: service.displayName }
  if (!row.enabled) throw new Refusal('conflict', connectionMessages.disabled(name))
  if (!isSignedIn(row)) throw new Refusal('conflict', connectionMessages.sign_in_again(name))
}

/** For work that takes long: throws if the connection was ended or switched off since. */
export async function requireStillUsable(ctx: Pick<Context, 'db'>, { row, service }: Connection) {
  const current = await findConnection(ctx.db, row.id)
  if (!current) {
    const { displayName } = service
    throw new Refusal('conflict', connectionMessages.not_connected({ service: displayName }))
  }
  requireUsable(current)
}

/** Of the user, usable, with automatic sync. */
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
