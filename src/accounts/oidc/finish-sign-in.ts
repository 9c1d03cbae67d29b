/**
 * Completes a sign-in with a provider, or the connection of an account, when the browser returns
 * from the provider with a code.
 */
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { OidcProvider } from '../../platform/config/options/sign-in-options'
import type { Tx } from '../../platform/db/store'
import { defineSealedColumn } from '../../platform/secrets/sealed-column'
import { recordAuditOfPerson } from '../audit/record'
import { findViewer } from '../permissions/guard'
import { userMessages } from '../permissions/messages'
import { accessChanged, type Role, system } from '../permissions/model'
import { setMappedGroups } from '../access/membership'
import type { Client } from '../sessions/devices/describe-client'
import { applyDirectoryRights } from '../users/directory-rights'
import { isEmailTaken, storeVerifiedEmail } from '../users/names/free-names'
import { findFreeUsername } from '../users/names/free-username'
import { insertUser } from '../users/service'
import { signIn, type SignInResult } from '../users/sign-in/login'
import { recordFailedLogin } from '../users/sign-in/login-throttle'
import { noPassword } from '../users/passwords/passwords'
import { insertIdentity } from './identities'
import { oidcLogMessages, oidcMessages } from './messages'
import { requireSignInProvider } from './provider-client'
import { findIdentityHolder } from './queries'
import { type ProviderPerson, readPerson } from './exchange-code'
import { oidcSessions, userIdentities } from './schema'
import { readSignInState, type SignInState } from './sign-in-state'

export const sealedIdTokens = defineSealedColumn(oidcSessions, 'sealedIdToken')

const maxParameters = 16_000

/** Checks that the state belongs to this browser and this provider. */
export function requireState(ctx: Context, request: Request, providerName: string): SignInState {
  const { display_name: provider } = requireSignInProvider(ctx, providerName)
  const { search, searchParams } = new URL(request.url)
  const [value = '', ...others] = searchParams.getAll('state')
  const state =
    search.length <= maxParameters && others.length === 0
      ? readSignInState(ctx, request, value)
      : undefined
  if (state?.provider === providerName) return state
  throw new Refusal('invalid', oidcMessages.failed({ provider }))
}

export async function finish(
  ctx: Context,
  request: Request,
  client: Client,
  state: SignInState,
): Promise<SignInResult | undefined> {
  const provider = requireSignInProvider(ctx, state.provider)
  const person = await readPerson(ctx, provider, request, state)
  if (state.link) {
    await connect(ctx, request, state.link, { provider, person })
    return undefined
  }
  try {
    return await signInPerson(ctx, client, provider, person)
  } catch (error) {
    const method = `oidc:${provider.name}`
    if (error instanceof Refusal) await recordFailedLogin(ctx, client.address, { method })
    throw error
  }
}

interface Known {
  provider: OidcProvider
  person: ProviderPerson
}

/**
 * Connects the account at the provider to the user. The request must come from the session that
 * started the connection, and that session must still be valid.
 */
async function connect(
  ctx: Context,
  request: Request,
  { userId, sessionId }: NonNullable<SignInState['link']>,
  { provider, person }: Known,
) {
  const viewer = await findViewer(ctx, request)
  const isSame =
    viewer?.proof.kind === 'session' &&
    viewer.userId === userId &&
    viewer.proof.sessionId === sessionId
  if (!isSame) throw new Refusal('unauthenticated', userMessages.session_expired())
  const { username } = viewer
  const { subject } = person
  const label = person.username ?? person.email
  await ctx.write(async (tx) => {
    const identity = { userId, username, provider: provider.name, subject, label }
    await insertIdentity(ctx, tx, viewer, identity)
    await storeVerifiedEmail(tx, userId, person.verifiedEmail)
  })
}

async function signInPerson(
  ctx: Context,
  client: Client,
  provider: OidcProvider,
  person: ProviderPerson,
): Promise<SignInResult> {
  requireAllowed(provider, person)
  const userId = await ctx.write((tx) => findOrCreateUser(ctx, tx, client, { provider, person }))
  const row = { id: Bun.randomUUIDv7(), provider: provider.name, ...pickSession(person) }
  const sealedIdToken = person.idToken
    ? await sealedIdTokens.seal(ctx, row.id, person.idToken)
    : null
  const after = async (tx: Tx, sessionId: string) => {
    await tx.insert(oidcSessions).values({ ...row, sealedIdToken, sessionId })
  }
  const details = { ...client, method: `oidc:${provider.name}`, after } as const
  return signIn(ctx, userId, details, (tx) => applyGroups(ctx, tx, userId, { provider, person }))
}

const pickSession = ({ subject, sid }: ProviderPerson) => ({ subject, sid: sid ?? null })

function requireAllowed(
  { required_groups: required, display_name: name }: OidcProvider,
  person: ProviderPerson,
) {
  if (required.length === 0 || required.some((group) => person.groups.includes(group))) return
  throw new Refusal('forbidden', oidcMessages.not_allowed({ provider: name }))
}

async function findOrCreateUser(ctx: Context, tx: Tx, client: Client, { provider, person }: Known) {
  const holder = await findIdentityHolder(tx, provider.issuer, person.subject)
  if (holder && !holder.isActive) throw new Refusal('forbidden', oidcMessages.inactive())
  if (holder) {
    const label = person.username ?? person.email ?? null
    await tx
      .update(userIdentities)
      .set({ lastUsedAt: ctx.clock.now(), label })
      .where(eq(userIdentities.id, holder.id))
    await storeVerifiedEmail(tx, holder.userId, person.verifiedEmail)
    return holder.userId
  }
  const name = { provider: provider.display_name }
  if (!provider.create_users) throw new Refusal('forbidden', oidcMessages.not_linked(name))
  return createUser(ctx, tx, client, { provider, person })
}

/**
 * An existing account with the same email address is never taken over, because the provider may not
 * have verified the address. Accounts without an address are allowed.
 */
async function createUser(ctx: Context, tx: Tx, client: Client, { provider, person }: Known) {
  const { email = '', subject, username } = person
  if (email !== '' && (await isEmailTaken(tx, email))) {
    const name = { provider: provider.display_name }
    throw new Refusal('forbidden', oidcMessages.account_exists(name))
  }
  const user = await insertUser(tx, {
    username: await findFreeUsername(tx, username ?? email),
    email,
    passwordHash: noPassword,
    role: provider.default_role,
    permissions: [],
    libraryIds: null,
  })
  const { id: userId, username: created } = user
  const by = { userId, username: created, address: client.address }
  const target = { kind: 'user', id: userId, name: created } as const
  await recordAuditOfPerson(ctx, tx, by, { action: 'create_user', target })
  const identity = { userId, username: created, provider: provider.name, subject }
  await insertIdentity(ctx, tx, system, { ...identity, label: username ?? person.email })
  await storeVerifiedEmail(tx, userId, person.verifiedEmail)
  return userId
}

/** Roles, libraries and access groups are updated from the provider's groups at each sign-in. */
async function applyGroups(ctx: Context, tx: Tx, userId: string, { provider, person }: Known) {
  const rights = {
    role: findRoleOfGroups(provider, person.groups),
    libraries: findLibrariesOfGroups(provider, person.groups),
  }
  const isApplied = await applyDirectoryRights(ctx, tx, userId, rights)
  if (!isApplied) ctx.log.warn({ userId }, oidcLogMessages.kept_last_admin())
  // Each provider controls only the memberships that it added, because it must not lift
  // restrictions that another provider imposed.
  const source = `oidc:${provider.name}`
  const isChanged = await setMappedGroups(ctx, tx, userId, {
    oidcGroupNames: person.groups,
    source,
  })
  if (isChanged) tx.afterCommit(() => ctx.bus.publish(accessChanged, { everyone: true }))
}

/**
 * Returns the highest matching role or else the default, or undefined if no groups are mapped to
 * roles.
 */
export function findRoleOfGroups(
  { roles, default_role: fallback }: Pick<OidcProvider, 'roles' | 'default_role'>,
  groups: readonly string[],
): Role | undefined {
  if (Object.values(roles).every((mapped) => mapped.length === 0)) return undefined
  const isIn = (role: Role) => roles[role].some((group) => groups.includes(group))
  return (['admin', 'maintainer', 'reader'] as const).find(isIn) ?? fallback
}

/** Returns the names of libraries, or undefined if libraries do not depend on groups. */
export function findLibrariesOfGroups(
  { libraries }: Pick<OidcProvider, 'libraries'>,
  groups: readonly string[],
): string[] | undefined {
  if (libraries === undefined) return undefined
  return [...new Set(groups.flatMap((group) => getOwn(libraries, group) ?? []))]
}

const getOwn = <Value>(record: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
