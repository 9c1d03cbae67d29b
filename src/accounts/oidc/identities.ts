/** Provider accounts connected to users. They are never connected by name or email address. */
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { recordAudit, auditDetail } from '../audit/record'
import { type Viewer, userChanged } from '../permissions/model'
import { refuseAdminChangeByKey, requireSession } from '../permissions/permission-rules'
import { registerOtherWay } from '../users/sign-in/other-sign-in-ways'
import { hasPassword } from '../users/passwords/passwords'
import { findAccountOf, getUser, refuseHigherUser } from '../users/service'
import { oidcMessages } from './messages'
import type { Identity, IdentityCreation } from './model'
import { requireSignInProvider } from './provider-client'
import { findIdentities, findIdentityHolder } from './queries'
import { userIdentities } from './schema'

const maxPerUser = 20

registerOtherWay((tx, userId) => tx.delete(userIdentities).where(eq(userIdentities.userId, userId)))

export async function listIdentities(ctx: Context, userId: string): Promise<Identity[]> {
  const rows = await findIdentities(ctx.db, userId)
  const { providers } = ctx.config.auth.oidc
  return rows.map((row) => ({
    ...row,
    displayName: providers.find(({ name }) => name === row.provider)?.display_name ?? row.provider,
  }))
}

interface NewIdentity {
  userId: string
  username: string
  provider: string
  subject: string
  label?: string | undefined
}

export async function insertIdentity(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { userId, username, provider, subject, label }: NewIdentity,
) {
  const { issuer, display_name: name } = requireSignInProvider(ctx, provider)
  const holder = await findIdentityHolder(tx, issuer, subject)
  if (holder?.userId === userId) return
  if (holder) {
    throw new Refusal('conflict', oidcMessages.linked_to_other({ provider: name }))
  }
  if ((await findIdentities(tx, userId)).length >= maxPerUser) {
    throw new Refusal('conflict', oidcMessages.too_many_identities({ max: maxPerUser }))
  }
  await tx
    .insert(userIdentities)
    .values({ userId, provider, issuer, subject, label: label ?? null })
  const target = { kind: 'user', id: userId, name: username } as const
  const changes = [auditDetail('provider', provider), auditDetail('subject', subject)]
  await recordAudit(ctx, tx, viewer, { action: 'link_identity', target, changes })
}

export async function listIdentitiesOfUser(ctx: Context, userId: string) {
  await getUser(ctx, userId)
  return listIdentities(ctx, userId)
}

/** Lets administrators connect an account at a provider to a user. */
export async function linkIdentityOfUser(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  { provider, subject }: IdentityCreation,
) {
  const user = await requireManageable(ctx, viewer, userId)
  requireSignInProvider(ctx, provider)
  const { username } = user
  await ctx.write((tx) => insertIdentity(ctx, tx, viewer, { userId, username, provider, subject }))
  return listIdentities(ctx, userId)
}

async function requireManageable(ctx: Context, viewer: Viewer, userId: string) {
  // With an API key, the holder of a stolen key could connect their own account and then sign in as
  // the user.
  requireSession(viewer)
  const user = await getUser(ctx, userId)
  await refuseHigherUser(ctx.db, viewer, user)
  refuseAdminChangeByKey(viewer, user)
  return user
}

export async function unlinkIdentityOfUser(
  ctx: Context,
  viewer: Viewer,
  { id: userId, identityId }: { id: string; identityId: string },
) {
  const user = await requireManageable(ctx, viewer, userId)
  await ctx.write((tx) => deleteIdentity(ctx, tx, viewer, { user, identityId }))
  ctx.bus.publish(userChanged, { userId })
}

/** A user without a password must keep at least one connected account. */
export async function unlinkOwnIdentity(ctx: Context, viewer: Viewer, identityId: string) {
  requireSession(viewer)
  const { userId: id, username } = viewer
  await ctx.write(async (tx) => {
    const account = await findAccountOf(tx, id)
    const isOnly = (await findIdentities(tx, id)).length <= 1
    if (isOnly && !hasPassword(account?.passwordHash)) {
      throw new Refusal('conflict', oidcMessages.last_way())
    }
    await deleteIdentity(ctx, tx, viewer, { user: { id, username }, identityId })
  })
  ctx.bus.publish(userChanged, { userId: id })
}

interface Unlinked {
  user: { id: string; username: string }
  identityId: string
}

async function deleteIdentity(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { user: { id: userId, username: name }, identityId }: Unlinked,
) {
  const isTheirs = and(eq(userIdentities.id, identityId), eq(userIdentities.userId, userId))
  const [deleted] = await tx
    .delete(userIdentities)
    .where(isTheirs)
    .returning({ provider: userIdentities.provider, subject: userIdentities.subject })
  if (!deleted) throw notFound(oidcMessages.identity_not_found())
  const target = { kind: 'user', id: userId, name } as const
  const changes = [
    auditDetail('provider', deleted.provider),
    auditDetail('subject', deleted.subject),
  ]
  await recordAudit(ctx, tx, viewer, { action: 'unlink_identity', target, changes })
}
