import { accountLogMessages, userMessages } from '../../permissions/messages'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { notFound, Refusal } from '../../../errors'
import type { Viewer } from '../../permissions/model'
import { computeEffectivePermissions } from '../../permissions/permission-rules'
import type { Client } from '../../sessions/devices/describe-client'
import { holdSession, isDiskOutage } from '../../sessions/held-sessions'
import { createSession, issueTokens } from '../../sessions/service'
import { recordAuditOfPerson, auditDetail } from '../../audit/record'
import { foldName } from '../names/fold-name'
import type { Login, SignedIn, UserInfo } from '../model'
import { findAccount, findAccountByName } from '../queries'
import { users } from '../schema'
import { wrongNameOrPassword } from './basic-auth'
import {
  countAttempt,
  createAddressCounters,
  createConfirmationCounter,
  createNameCounter,
  type Counter,
  forgiveAttempt,
  forgiveAttempts,
  recordFailedLogin,
  selectAccountCounters,
} from './login-throttle'
import { forgivePinFailures } from '../quick-switch/queries'
import { replaceForeignHash, verifyPassword } from '../passwords/passwords'
import { checkSecondFactor, type SecondFactor } from '../two-factor/second-factor'

type SignInMethod =
  | 'password'
  | 'setup'
  | 'invitation'
  | 'login link'
  | 'passkey'
  | 'pin'
  | SecondFactor['method']
  | `oidc:${string}`

interface SignInDetails extends Client {
  method: SignInMethod
  /** Runs in the transaction that creates the session. */
  after?: (tx: Tx, sessionId: string) => Promise<void>
}

export interface SignInResult {
  answer: SignedIn
  /** Value of the session cookie. */
  cookie: string
}

export async function login(ctx: Context, client: Client, { username, password, code }: Login) {
  if (!ctx.config.auth.password_login) {
    throw new Refusal('forbidden', userMessages.password_login_off())
  }
  const nameKey = foldName(username)
  const account = await findAccountByName(ctx.db, nameKey)
  const counters = await selectCounters(ctx, client, { nameKey, userId: account?.id })
  await countAttempt(ctx, counters)
  const isRight = await verifyPassword(password, account?.passwordHash)
  if (!isRight || !account?.isActive) {
    await recordFailedLogin(ctx, client.address, { account, method: 'password' })
    throw wrongNameOrPassword()
  }
  const factor = await checkCode(ctx, client, { account, counters, code })
  const passwordHash = await replaceForeignHash(password, account.passwordHash)
  try {
    const how = { ...client, method: factor?.method ?? ('password' as const) }
    return await signIn(ctx, account.id, how, async (tx) => {
      const current = await findAccount(tx, account.id)
      // The password or the account may have changed between the check and this transaction.
      if (!current?.isActive || current.passwordHash !== account.passwordHash) {
        throw wrongNameOrPassword()
      }
      await forgiveAttempt(tx, counters)
      await forgivePinFailures(tx, account.id)
      await factor?.use(tx)
      if (passwordHash) await tx.update(users).set({ passwordHash }).where(eq(users.id, account.id))
    })
  } catch (error) {
    if (!isDiskOutage(error)) throw error
    return signInWithoutWriting(ctx, account, client, counters)
  }
}

interface CheckedCode {
  account: Account
  counters: readonly Counter[]
  code: string | null | undefined
}

/**
 * Checks the code after the password was correct. From here on, only attempts to guess the code are
 * counted.
 */
async function checkCode(ctx: Context, client: Client, { account, counters, code }: CheckedCode) {
  try {
    return await checkSecondFactor(ctx, account, code ?? undefined)
  } catch (error) {
    await forgiveAttempts(ctx, counters)
    if (code && error instanceof Refusal) {
      await recordFailedLogin(ctx, client.address, { account, method: 'code' })
    }
    throw error
  }
}

/**
 * Signs in without a stored session. Even when the disk is full, an administrator must be able to
 * sign in and see what is wrong.
 */
async function signInWithoutWriting(
  ctx: Context,
  account: Account,
  client: Client,
  counters: readonly Counter[],
): Promise<SignInResult> {
  const { id: userId, username: user, passwordHash } = account
  // Small writes may still be possible.
  await forgiveAttempts(ctx, counters)
  const session = holdSession(ctx, { userId, passwordHash }, client)
  const tokens = await issueTokens(ctx, session)
  const { address } = client
  ctx.log.warn({ userId, address }, accountLogMessages.signed_in_unstored({ user }))
  return { answer: { ...tokens, user: toUserInfo(account) }, cookie: session.cookie }
}

/**
 * If the client already has a session of the account, the counter for password confirmations is
 * used. Nobody without a session of the account can exhaust it, and someone who stole the session
 * cannot guess any faster.
 */
async function selectCounters(
  ctx: Context,
  client: Client,
  { nameKey, userId }: { nameKey: string; userId: string | undefined },
): Promise<Counter[]> {
  if (userId !== undefined && userId === client.knownUserId) {
    return [createConfirmationCounter(userId)]
  }
  if (userId) return selectAccountCounters(ctx, userId, client)
  return [createNameCounter(nameKey), ...createAddressCounters(client.address)]
}

/**
 * Creates a session. `before` runs first, in the same transaction. Once it has run, the user must
 * exist.
 */
export async function signIn(
  ctx: Context,
  userId: string,
  { method, after, ...client }: SignInDetails,
  before: (tx: Tx) => Promise<void>,
): Promise<SignInResult> {
  const { session, user } = await ctx.write(async (tx) => {
    await before(tx)
    await tx.update(users).set({ lastLoginAt: ctx.clock.now() }).where(eq(users.id, userId))
    const created = await createSession(ctx, tx, userId, { ...client, isByPin: method === 'pin' })
    await after?.(tx, created.sessionId)
    const info = toUserInfo((await findAccount(tx, userId))!)
    const { username } = info
    const entry = { action: 'sign_in', changes: describeSignIn(client, method) } as const
    await recordAuditOfPerson(ctx, tx, { userId, username, address: client.address }, entry)
    return { session: created, user: info }
  })
  const tokens = await issueTokens(ctx, session)
  const { address } = client
  ctx.log.info({ userId, address }, accountLogMessages.signed_in({ user: user.username }))
  return { answer: { ...tokens, user }, cookie: session.cookie }
}

const describeSignIn = ({ userAgent }: Client, method: SignInMethod) => [
  auditDetail('method', method),
  ...(userAgent ? [auditDetail('userAgent', userAgent)] : []),
]

export async function getUserInfo(ctx: Context, viewer: Viewer): Promise<UserInfo> {
  const account = await findAccount(ctx.db, viewer.userId)
  if (!account) throw notFound(userMessages.user_not_found())
  const info = toUserInfo(account, viewer.permissions)
  return viewer.permissions.has('account:read') ? info : { ...info, email: '' }
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

function toUserInfo(account: Account, effective = computeEffectivePermissions(account)): UserInfo {
  const { id, username, email, role, permissions, pictureVersion } = account
  // Only sign-in providers verify addresses.
  const emailVerified = account.verifiedEmailKey === account.emailKey
  return {
    id,
    username,
    email,
    emailVerified,
    role,
    permissions,
    effectivePermissions: [...effective],
    pictureVersion,
  }
}
