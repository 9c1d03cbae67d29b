/**
 * An API key gives a program some of its owner's permissions until the key expires or is deleted.
 */
import { accountPermissions, userChanged } from '../permissions/model'
import { accountLogMessages, userMessages } from '../permissions/messages'
import { valueMessages } from '../../platform/messages/common'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { notFound, Refusal } from '../../errors'
import { andThen, type NowOrLater } from '../../platform/lib/async/now-or-later'
import { type Found, parsePaging, parseSort } from '../../platform/http/pagination'
import type { KeyProtocol, Permission, Viewer } from '../permissions/model'
import {
  computeEffectivePermissions,
  createViewer,
  refuseApiKey,
  refuseMissingPermissions,
} from '../permissions/permission-rules'
import { compareForAudit, recordAudit, auditDetail } from '../audit/record'
import { recordUse } from '../sessions/last-use'
import { hashSecret, matchesHash, newSecret } from '../sessions/secrets'
import { deleteDeviceCredentials } from './device-credentials'
import {
  type ApiKey,
  type ApiKeyCreation,
  type ApiKeyPatch,
  type ApiKeyQuery,
  apiKeySortKeys,
} from './model'
import { findApiKey, findApiKeys, findKeyHolder, type KeyHolder } from './queries'
import { apiKeys } from './schema'
import { invalidBody } from '../../platform/http/validation'

const maxKeysPerUser = 200

export function listApiKeys(
  ctx: Context,
  userId: string,
  query: ApiKeyQuery,
): Promise<Found<ApiKey>> {
  const sort = parseSort(query.sort, apiKeySortKeys, { key: 'created_at', direction: 'desc' })
  return findApiKeys(ctx.db, userId, sort, parsePaging(query))
}

export async function getApiKey(ctx: Context, viewer: Viewer, id: string): Promise<ApiKey> {
  const found = await findApiKey(ctx.db, viewer.userId, id)
  if (!found) throw notFound(userMessages.key_not_found())
  return found
}

/**
 * Only the response contains the complete key; the database stores a hash. If the key is limited to
 * one protocol, its first characters identify that protocol.
 */
export async function createApiKey(
  ctx: Context,
  viewer: Viewer,
  { name, permissions, expiresAt }: ApiKeyCreation,
  opensOnly?: KeyProtocol,
): Promise<ApiKey & { key: string }> {
  refuseApiKey(viewer, userMessages.key_cannot_create_key())
  const scopes = permissions ?? listDefaultScopes(viewer)
  refuseMissingPermissions(viewer, scopes)
  const secret = newSecret()
  const random = crypto.randomUUID().replaceAll('-', '').slice(0, 12)
  const keyPrefix = `quire_${opensOnly ?? ''}${random}`
  const row = {
    userId: viewer.userId,
    name,
    keyPrefix,
    secretHash: hashSecret(secret),
    permissions: scopes,
    expiresAt: parseExpiry(ctx, expiresAt),
  }
  const id = await ctx.write(async (tx) => {
    const count = await tx.$count(apiKeys, eq(apiKeys.userId, viewer.userId))
    if (count >= maxKeysPerUser) {
      throw new Refusal('conflict', userMessages.too_many_keys({ max: maxKeysPerUser }))
    }
    const [inserted] = await tx.insert(apiKeys).values(row).returning({ id: apiKeys.id })
    const changes = [auditDetail('name', name), auditDetail('permissions', scopes.join(' '))]
    await recordAudit(ctx, tx, viewer, { action: 'create_key', changes })
    return inserted!.id
  })
  logChange(ctx, viewer, { id, name }, 'key_created')
  return { ...(await getApiKey(ctx, viewer, id)), key: `${keyPrefix}_${secret}` }
}

/**
 * Programs rarely need access to the account itself, so account permissions must be granted
 * explicitly.
 */
const listDefaultScopes = ({ permissions }: Viewer) =>
  [...permissions].filter((permission) => !accountPermissions.includes(permission))

export async function editApiKey(
  ctx: Context,
  viewer: Viewer,
  id: string,
  patch: ApiKeyPatch,
): Promise<ApiKey> {
  refuseApiKey(viewer, userMessages.key_cannot_change_key())
  const before = await getApiKey(ctx, viewer, id)
  if (patch.permissions)
    refuseMissingPermissions(viewer, findAdded(patch.permissions, before.permissions))
  const changes = {
    ...(patch.name && { name: patch.name }),
    ...(patch.permissions && { permissions: patch.permissions }),
    ...(typeof patch.isActive === 'boolean' && { isActive: patch.isActive }),
    ...(patch.expiresAt !== undefined && { expiresAt: parseExpiry(ctx, patch.expiresAt) }),
    updatedAt: ctx.clock.now(),
  }
  await ctx.write(async (tx) => {
    await tx.update(apiKeys).set(changes).where(isOwnKey(viewer, id))
    const { updatedAt: _, ...visible } = changes
    const compared = [auditDetail('key', before.name), ...compareForAudit(before, visible)]
    await recordAudit(ctx, tx, viewer, { action: 'change_key', changes: compared })
  })
  ctx.bus.publish(userChanged, { userId: viewer.userId })
  const after = await getApiKey(ctx, viewer, id)
  logChange(ctx, viewer, after, 'key_changed')
  return after
}

function logChange(
  { log }: Context,
  { userId, username: user }: Viewer,
  { id: keyId, name: key }: Pick<ApiKey, 'id' | 'name'>,
  change: 'key_created' | 'key_changed',
) {
  log.info({ userId, keyId }, accountLogMessages[change]({ user, key }))
}

const findAdded = (after: readonly Permission[], before: readonly Permission[]) =>
  after.filter((permission) => !before.includes(permission))

const isOwnKey = (viewer: Viewer, id: string) =>
  and(eq(apiKeys.id, id), eq(apiKeys.userId, viewer.userId))

export const deleteOwnApiKey = (ctx: Context, viewer: Viewer, id: string) =>
  deleteApiKey(ctx, viewer, { id, owner: { id: viewer.userId, username: viewer.username } })

export async function deleteApiKey(
  ctx: Context,
  viewer: Viewer,
  { id, owner }: { id: string; owner: { id: string; username: string } },
) {
  const { id: userId, username } = owner
  const isKey = and(eq(apiKeys.id, id), eq(apiKeys.userId, userId))
  await ctx.write(async (tx) => {
    const [deleted] = await tx.delete(apiKeys).where(isKey).returning({ name: apiKeys.name })
    if (!deleted) throw notFound(userMessages.key_not_found())
    const target = { kind: 'user', id: userId, name: username } as const
    const changes = [auditDetail('name', deleted.name)]
    await recordAudit(ctx, tx, viewer, { action: 'delete_key', target, changes })
  })
  ctx.bus.publish(userChanged, { userId })
  ctx.log.info({ userId, keyId: id }, accountLogMessages.key_deleted())
}

/** Also revokes device credentials. Returns the number of deleted keys. */
export async function deleteUserApiKeys(tx: Tx, userId: string): Promise<number> {
  await deleteDeviceCredentials(tx, userId)
  const isTheirs = eq(apiKeys.userId, userId)
  return (await tx.delete(apiKeys).where(isTheirs).returning({ id: apiKeys.id })).length
}

function parseExpiry(ctx: Context, given: string | null | undefined): Date | null {
  if (!given) return null
  const expiresAt = new Date(given)
  if (expiresAt > ctx.clock.now()) return expiresAt
  throw invalidBody('expiresAt', valueMessages.in_future())
}

/** Returns undefined for a key that is malformed, unknown or expired, or whose user is inactive. */
export function findViewerByApiKey(ctx: Context, key: string): NowOrLater<Viewer | undefined> {
  const [, prefix, secret] = /^(quire_[A-Za-z0-9]{1,40})_([\w-]{1,100})$/.exec(key) ?? []
  if (!prefix || !secret) return undefined
  return andThen(findKeyHolder(ctx.db, prefix, ctx.clock.now()), (holder) =>
    holder && matchesHash(secret, holder.key.secretHash)
      ? getKeyViewer(ctx, holder, prefix)
      : undefined,
  )
}

function getKeyViewer(ctx: Context, holder: KeyHolder, prefix: string): Viewer {
  recordKeyUse(ctx, holder.key)
  const known = viewers.get(holder)
  if (known) return known
  const viewer = createKeyViewer(holder, prefix)
  viewers.set(holder, viewer)
  return viewer
}

/** Keyed by the cached row, because a changed row is a new object. */
const viewers = new WeakMap<KeyHolder, Viewer>()

function createKeyViewer({ user, key }: KeyHolder, prefix: string): Viewer {
  const permissions = computeEffectivePermissions(user, key.permissions)
  // Keys are looked up by their prefix, so clients cannot change it.
  const opensOnly = prefix.startsWith('quire_komga') ? 'komga' : undefined
  return createViewer(user, permissions, { kind: 'api_key', apiKeyId: key.id, opensOnly })
}

const recordKeyUse = (ctx: Context, key: { id: string; lastUsedAt: Date | null }) =>
  recordUse(ctx, key, async (tx, now) => {
    const isOlder = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, now))
    await tx
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, key.id), isOlder))
  })
