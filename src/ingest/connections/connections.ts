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
import { sealTokens } from './connection-tokens'
import { connectionMessages } from './messages'
import type { ConnectionsView, ConnectionView, CredentialsBody } from './model'
import { connections } from './schema'
import {
  findListService,
  findListServiceByName,
  getServiceId,
  listServices,
} from './services/list-services'
import type { ListService } from './services/list-service'
import { signInAtService } from './sign-in'

/** Of the schedules; the id of the connection follows. */
export const syncSchedulePrefix = 'sync:'

export type ConnectionRow = typeof connections.$inferSelect

export interface Connection {
  row: ConnectionRow
  service: ListService
}

function requireService(pluginId: string): ListService {
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

const isOf = (userId: string, service: string) =>
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
      return service ? [buildConnectionView({ row, service })] : []
    }),
    available: listServices
      .filter(({ name }) => !known.has(name))
      .map((service) => ({
        ...buildServiceMembers(service),
        name: service.name,
        displayName: service.displayName,
      })),
  }
}

const buildServiceMembers = (service: ListService) => ({
  pluginId: getServiceId(service),
  requiresOauth: false,
  oauthConfigured: false,
  capabilities: {
    readSync: true,
    userRecommendationProvider: false,
    wantsDetailedProgress: false,
    wantsFullMetadata: false,
  },
  signIn: service.tokenSource === null ? ('password' as const) : ('token' as const),
  tokenSource: service.tokenSource,
  countsVolumes: service.countsVolumes,
})

export function buildConnectionView({ row, service }: Connection): ConnectionView {
  const { id, enabled, autoSync, externalUsername, lastSyncAt, lastSuccessAt, createdAt } = row
  return {
    ...buildServiceMembers(service),
    id,
    pluginName: service.name,
    pluginDisplayName: service.displayName,
    pluginType: 'builtin',
    enabled,
    connected: isSignedIn(row),
    requiresAuth: true,
    healthStatus: findHealth(row),
    lastError: row.lastError && withText(row.lastError),
    config: {},
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
  buildConnectionView(await requireConnection(ctx.db, viewer, pluginId))

/** Signs in at the service. A wrong token or password changes nothing. */
export async function connect(
  ctx: Context,
  viewer: Viewer,
  { pluginId, credentials }: { pluginId: string; credentials: CredentialsBody },
): Promise<ConnectionView> {
  refuseApiKey(viewer, connectionMessages.key_cannot_connect())
  const service = requireService(pluginId)
  const { tokens, account } = await signInAtService(ctx, service, credentials)
  const { userId } = viewer
  const [known] = await ctx.db.select().from(connections).where(isOf(userId, service.name))
  // Another account gets another id: a sync of the former one may still run, and must not find it.
  const id = known?.externalUserId === account.id ? known.id : Bun.randomUUIDv7()
  const values = {
    sealedTokens: await sealTokens(ctx, id, tokens),
    expiresAt: tokens.expiresAt,
    externalUserId: account.id,
    externalUsername: account.name,
    enabled: true,
    needsSignIn: false,
    lastError: null,
  }
  return ctx.write(async (tx) => {
    const [current] = await tx.select().from(connections).where(isOf(userId, service.name))
    if (current && current.id !== id) {
      // Another request connected meanwhile: its tokens are sealed for its row.
      if (current.externalUserId === account.id) {
        return buildConnectionView({ row: current, service })
      }
      // What was compared with another account says nothing about this one.
      await deleteConnection(tx, current.id)
    }
    const [row] = await tx
      .insert(connections)
      .values({ id, userId, service: service.name, ...values, createdAt: ctx.now() })
      .onConflictDoUpdate({ target: connections.id, set: values })
      .returning()
    await applySchedule(ctx, tx, row!)
    return buildConnectionView({ row: row!, service })
  })
}

/** Every six hours, at a minute that differs between connections. */
async function applySchedule(ctx: Context, tx: Tx, { id, enabled, autoSync }: ConnectionRow) {
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

async function deleteConnection(tx: Tx, id: string) {
  await tx.delete(connections).where(eq(connections.id, id))
  await removeSchedule(tx, syncSchedulePrefix + id)
}

export async function changeConnection(
  ctx: Context,
  viewer: Viewer,
  { pluginId, change }: { pluginId: string; change: { enabled?: boolean; autoSync?: boolean } },
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
  return buildConnectionView({ row: changed, service })
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
