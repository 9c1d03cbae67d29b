/**
 * Invitations: links with which people create their own accounts. Without a link, nobody can
 * register.
 */
import { eq, lt } from 'drizzle-orm'
import type { Context } from '../../context'
import { invalid, notFound, Refusal } from '../../errors'
import type { Db, Tx } from '../../platform/db/store'
import { type Found, parsePaging } from '../../platform/http/pagination'
import { requestMessages, valueMessages } from '../../platform/messages/common'
import { recordAudit, recordAuditOfPerson, auditDetail } from '../audit/record'
import { requireGroups } from '../access/groups'
import { addToGroups } from '../access/membership'
import { accessMessages } from '../access/messages'
import type { Role, Viewer } from '../permissions/model'
import {
  isAdmin,
  refuseAdminChangeByKey,
  refuseAgeLimitOfAdmin,
  refuseHiddenLibraries,
  refuseHigherPermissions,
} from '../permissions/permission-rules'
import { noAgeLimit, resolveAgeLimit } from '../permissions/restriction-rules'
import type { Client } from '../sessions/devices/describe-client'
import { hashSecret, newSecret } from '../sessions/secrets'
import { keepExistingLibraries } from '../users/library-access'
import { insertUser } from '../users/service'
import { describeAgeLimit } from '../users/user-audit'
import {
  countAttempt,
  createInvitationCounter,
  forgiveAttempts,
} from '../users/sign-in/login-throttle'
import { signIn, type SignInResult } from '../users/sign-in/login'
import { hashPassword } from '../users/passwords/passwords'
import { findViewerOfUser } from '../users/viewer-of-user'
import { invitationMessages } from './messages'
import type { Invitation, InvitationCreation, InvitationQuery, Registration } from './model'
import {
  findInvitation,
  findInvitations,
  findUsableInvitation,
  isUsable,
  oneMoreUse,
} from './queries'
import { invitations } from './schema'
import { invalidBody } from '../../platform/http/validation'

const dayMs = 86_400_000
const defaultDays = 7
const maxDays = 366
const maxInvitations = 500
/** Time for which invitations are kept after they expire. */
const listedMs = 30 * dayMs

export const listInvitations = (ctx: Context, query: InvitationQuery): Promise<Found<Invitation>> =>
  findInvitations(ctx.db, parsePaging(query))

/** Only the response contains the token; the database stores a hash. */
export async function createInvitation(
  ctx: Context,
  viewer: Viewer,
  { note, role, libraryIds, accessGroupIds, maxUses, expiresAt, ...access }: InvitationCreation,
) {
  const holder = { role: role ?? 'reader', permissions: [] } as const
  const limit = resolveAgeLimit(noAgeLimit, access)
  refuseHigherPermissions(viewer, holder)
  refuseAdminChangeByKey(viewer, holder)
  refuseAgeLimitOfAdmin(holder, limit)
  const token = newSecret()
  const row = {
    tokenHash: hashSecret(token),
    note: note?.trim() ?? '',
    role: holder.role,
    libraryIds: isAdmin(holder) ? null : await checkLibraries(ctx, viewer, libraryIds),
    ...limit,
    accessGroupIds: checkGroups(viewer, holder, accessGroupIds ?? []),
    maxUses: maxUses ?? 1,
    createdById: viewer.userId,
    expiresAt: parseExpiry(ctx, expiresAt),
  }
  const created = await ctx.write(async (tx) => {
    if ((await tx.$count(invitations)) >= maxInvitations) {
      throw new Refusal('conflict', invitationMessages.too_many({ max: maxInvitations }))
    }
    await requireGroups(tx, row.accessGroupIds)
    const [inserted] = await tx.insert(invitations).values(row).returning({ id: invitations.id })
    const facts = [
      auditDetail('name', row.note),
      auditDetail('role', row.role),
      auditDetail('count', row.maxUses),
    ]
    const changes = [...facts, ...describeAgeLimit(limit)]
    await recordAudit(ctx, tx, viewer, { action: 'create_invitation', changes })
    return (await findInvitation(tx, inserted!.id))!
  })
  return { ...created, token, path: `${ctx.config.server.base_path}/invitation#token=${token}` }
}

/** If no libraries are given, those of the inviting user are used. */
async function checkLibraries(
  ctx: Context,
  viewer: Viewer,
  given: InvitationCreation['libraryIds'],
): Promise<string[] | null> {
  if (given === undefined || given === null) {
    return viewer.libraryIds === 'all' ? null : [...viewer.libraryIds]
  }
  refuseHiddenLibraries(viewer, given)
  const known = await keepExistingLibraries(ctx, given)
  const details = given.flatMap((id, i) =>
    known.includes(id) ? [] : [{ path: `libraryIds.${i}`, message: valueMessages.not_found() }],
  )
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
  return given
}

function checkGroups(viewer: Viewer, holder: { role: Role }, ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  if (!viewer.permissions.has('system:admin')) {
    throw new Refusal('forbidden', invitationMessages.groups_need_admin())
  }
  if (holder.role === 'admin') throw new Refusal('conflict', accessMessages.admin_unrestricted())
  return [...ids]
}

function parseExpiry(ctx: Context, given: string | null | undefined): Date {
  const now = ctx.clock.now().getTime()
  const expiresAt = given ? new Date(given) : new Date(now + defaultDays * dayMs)
  const leftMs = expiresAt.getTime() - now
  if (leftMs > 0 && leftMs <= maxDays * dayMs) return expiresAt
  throw invalidBody('expiresAt', invitationMessages.expiry())
}

export async function revokeInvitation(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    const found = await findInvitation(tx, id)
    if (!found) throw notFound(invitationMessages.not_found())
    refuseHigherPermissions(viewer, { role: found.role, permissions: [] })
    await tx.delete(invitations).where(eq(invitations.id, id))
    const changes = [auditDetail('name', found.note), auditDetail('role', found.role)]
    await recordAudit(ctx, tx, viewer, { action: 'revoke_invitation', changes })
  })
}

/** Describes an invitation for the page that its link opens. */
export async function checkInvitation(ctx: Context, client: Client, token: string) {
  const { createdBy, expiresAt } = await requireInvitation(ctx, client, token)
  return { createdBy, expiresAt }
}

/** Attempts to guess a token are rate limited, like attempts to guess a password. */
async function requireInvitation(ctx: Context, { address }: Client, token: string) {
  const counters = [createInvitationCounter(address)]
  await countAttempt(ctx, counters)
  const found = await findValidInvitation(ctx, ctx.db, hashSecret(token))
  await forgiveAttempts(ctx, counters)
  return found
}

/** New users get no permissions that the inviting user no longer has. */
async function findValidInvitation(ctx: Context, db: Db, tokenHash: string) {
  const found = await findUsableInvitation(db, tokenHash, ctx.clock.now())
  const host = found && (await findViewerOfUser(db, found.createdById))
  if (!host?.permissions.has('users:write')) throw invalidInvitation()
  try {
    refuseHigherPermissions(host, { role: found!.role, permissions: [] })
  } catch (error) {
    throw error instanceof Refusal ? invalidInvitation() : error
  }
  return { ...found!, libraryIds: limitToHost(host, found!.libraryIds) }
}

const invalidInvitation = () => new Refusal('forbidden', invitationMessages.invalid())

function limitToHost({ libraryIds: own }: Viewer, chosen: string[] | null): string[] | null {
  if (own === 'all') return chosen
  return chosen === null ? [...own] : chosen.filter((id) => own.includes(id))
}

export async function register(
  ctx: Context,
  client: Client,
  { invitation, username, email, password }: Registration,
): Promise<SignInResult> {
  if (!invitation) throw new Refusal('forbidden', invitationMessages.closed())
  await requireInvitation(ctx, client, invitation)
  const passwordHash = await hashPassword(password)
  const account = { username, email, passwordHash }
  const userId = await ctx.write((tx) => useInvitation(ctx, tx, { account, client, invitation }))
  return signIn(ctx, userId, { ...client, method: 'invitation' }, async () => undefined)
}

interface Use {
  account: { username: string; email: string; passwordHash: string }
  client: Client
  invitation: string
}

/**
 * Write transactions run one at a time, so only one of several simultaneous requests gets the last
 * use.
 */
async function useInvitation(ctx: Context, tx: Tx, { account, client, invitation }: Use) {
  const tokenHash = hashSecret(invitation)
  const valid = await findValidInvitation(ctx, tx, tokenHash)
  await tx
    .update(invitations)
    .set({ usedCount: oneMoreUse })
    .where(isUsable(tokenHash, ctx.clock.now()))
  const { id, username } = await createInvitedUser(ctx, tx, account, valid)
  const changes = [auditDetail('name', valid.note), auditDetail('role', valid.role)]
  const person = { userId: id, username, address: client.address }
  await recordAuditOfPerson(ctx, tx, person, {
    action: 'use_invitation',
    target: { kind: 'user', id, name: username },
    changes,
  })
  return id
}

async function createInvitedUser(
  ctx: Context,
  tx: Tx,
  account: Use['account'],
  { role, libraryIds, accessGroupIds, ageLimit, hidesUnrated }: Invitation,
) {
  const access = { role, permissions: [], libraryIds, ageLimit, hidesUnrated }
  const user = await insertUser(tx, { ...account, ...access })
  await addToGroups(ctx, tx, user.id, accessGroupIds)
  return user
}

export async function deleteOldInvitations(ctx: Context) {
  const before = new Date(ctx.clock.now().getTime() - listedMs)
  await ctx.writeBulk(async (tx) => {
    await tx.delete(invitations).where(lt(invitations.expiresAt, before))
  })
}
