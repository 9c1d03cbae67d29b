/** API keys: a part of their owner's rights for a program, until they expire or are taken back. */
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { invalid, notFound, Refusal } from '../../errors'
import { type Found, pagingOf, sortOf } from '../../platform/http/pagination'
import {
  type ApiKey,
  type ApiKeyCreation,
  type ApiKeyPatch,
  type ApiKeyQuery,
  type Permission,
  type Viewer,
  userChanged,
} from './model'
import { apiKeySortKeys, findApiKey, findApiKeys } from './queries'
import { refuseApiKey, refuseWordsBeyond } from './rights'
import { apiKeys } from './schema'
import { hashSecret, newSecret } from './tokens'
import { valueMessages, requestMessages } from '../../platform/messages/common'
import { userMessages } from './messages'

const maxKeysPerUser = 200

/** Only one's own: what a key may do is nobody else's business, whatever their rights. */
export function listApiKeys(
  ctx: Context,
  viewer: Viewer,
  query: ApiKeyQuery,
): Promise<Found<ApiKey>> {
  const sort = sortOf(query.sort, apiKeySortKeys, { key: 'created_at', direction: 'desc' })
  return findApiKeys(ctx.db, viewer.userId, sort, pagingOf(query))
}

export async function getApiKey(ctx: Context, viewer: Viewer, id: string): Promise<ApiKey> {
  const found = await findApiKey(ctx.db, viewer.userId, id)
  if (!found) throw notFound(userMessages.key_not_found())
  return found
}

/** The answer holds the key itself, which is kept nowhere. */
export async function createApiKey(
  ctx: Context,
  viewer: Viewer,
  { name, permissions, expiresAt }: ApiKeyCreation,
): Promise<ApiKey & { key: string }> {
  refuseApiKey(viewer, userMessages.key_cannot_create_key())
  const scopes = permissions ?? [...viewer.permissions]
  refuseWordsBeyond(viewer, scopes)
  const secret = newSecret()
  const keyPrefix = `quire_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  const row = {
    userId: viewer.userId,
    name,
    keyPrefix,
    secretHash: hashSecret(secret),
    permissions: scopes,
    expiresAt: expiryOf(ctx, expiresAt),
  }
  const id = await ctx.write(async (tx) => {
    const count = await tx.$count(apiKeys, eq(apiKeys.userId, viewer.userId))
    if (count >= maxKeysPerUser) {
      throw new Refusal('conflict', userMessages.too_many_keys({ max: maxKeysPerUser }))
    }
    const [inserted] = await tx.insert(apiKeys).values(row).returning({ id: apiKeys.id })
    return inserted!.id
  })
  return { ...(await getApiKey(ctx, viewer, id)), key: `${keyPrefix}_${secret}` }
}

export async function editApiKey(
  ctx: Context,
  viewer: Viewer,
  id: string,
  patch: ApiKeyPatch,
): Promise<ApiKey> {
  refuseApiKey(viewer, userMessages.key_cannot_change_key())
  const before = await getApiKey(ctx, viewer, id)
  if (patch.permissions) refuseWordsBeyond(viewer, added(patch.permissions, before.permissions))
  const changes = {
    ...(patch.name && { name: patch.name }),
    ...(patch.permissions && { permissions: patch.permissions }),
    ...(typeof patch.isActive === 'boolean' && { isActive: patch.isActive }),
    ...(patch.expiresAt !== undefined && { expiresAt: expiryOf(ctx, patch.expiresAt) }),
    updatedAt: ctx.now(),
  }
  await ctx.write((tx) => tx.update(apiKeys).set(changes).where(own(viewer, id)))
  ctx.bus.publish(userChanged, { userId: viewer.userId })
  return getApiKey(ctx, viewer, id)
}

const added = (after: readonly Permission[], before: readonly Permission[]) =>
  after.filter((word) => !before.includes(word))

const own = (viewer: Viewer, id: string) =>
  and(eq(apiKeys.id, id), eq(apiKeys.userId, viewer.userId))

export async function deleteApiKey(ctx: Context, viewer: Viewer, id: string) {
  await getApiKey(ctx, viewer, id)
  await ctx.write((tx) => tx.delete(apiKeys).where(own(viewer, id)))
  ctx.bus.publish(userChanged, { userId: viewer.userId })
}

function expiryOf(ctx: Context, given: string | null | undefined): Date | null {
  if (!given) return null
  const expiresAt = new Date(given)
  if (expiresAt > ctx.now()) return expiresAt
  throw invalid(requestMessages.body_invalid(), [
    { path: 'expiresAt', message: valueMessages.in_future() },
  ])
}
