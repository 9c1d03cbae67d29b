/**
 * Creates the first account, either through a one-time setup link that the server prints or from
 * the settings.
 */
import { userMessages } from '../../permissions/messages'
import { ConfigError } from '../../../platform/config/config-error'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { Refusal } from '../../../errors'
import type { Client } from '../../sessions/devices/describe-client'
import { recordAuditOfPerson } from '../../audit/record'
import { hashSecret, matchesHash, newSecret } from '../../sessions/secrets'
import { findInvalidMembers, type Setup } from '../model'
import { hasUsers } from '../queries'
import { setupTokens } from '../schema'
import { insertUser } from '../service'
import { signIn, type SignInResult } from './login'
import { countAttempt, createSetupCounter, forgiveAttempt } from './login-throttle'
import { hashPassword } from '../passwords/passwords'
import { accountLogMessages } from '../../permissions/messages'
import { renderMessage } from '../../../platform/messages/message'

export async function getSetupStatus(ctx: Context) {
  const hasAny = await hasUsers(ctx.db)
  return { setupRequired: !hasAny, hasUsers: hasAny, registrationEnabled: false }
}

/**
 * Replaces the token of the setup link. Returns null if a user exists. The database stores only a
 * hash of the token.
 */
export async function renewSetupToken(ctx: Context): Promise<string | null> {
  const [left] = await ctx.db.select().from(setupTokens).limit(1)
  // Avoids a needless write, because each write waits for the disk.
  if (!left && (await hasUsers(ctx.db))) return null
  const token = newSecret()
  return ctx.write(async (tx) => {
    await tx.delete(setupTokens)
    if (await hasUsers(tx)) return null
    await tx.insert(setupTokens).values({ hash: hashSecret(token) })
    return token
  })
}

export async function initialize(
  ctx: Context,
  client: Client,
  given: Setup,
): Promise<SignInResult> {
  const counters = [createSetupCounter(client.address)]
  await refuseCompletedSetup(ctx.db)
  await countAttempt(ctx, counters)
  await refuseWrongToken(ctx.db, given.token)
  const passwordHash = await hashPassword(given.password)
  const userId = await ctx.write(async (tx) => {
    // Repeated inside the transaction, so that the second of two simultaneous requests is rejected.
    await refuseCompletedSetup(tx)
    await refuseWrongToken(tx, given.token)
    await forgiveAttempt(tx, counters)
    const id = await insertAdmin(tx, { ...given, passwordHash })
    const person = { userId: id, username: given.username, address: client.address }
    await recordAuditOfPerson(ctx, tx, person, { action: 'complete_setup' })
    return id
  })
  ctx.log.info(accountLogMessages.setup_completed())
  return signIn(ctx, userId, { ...client, method: 'setup' }, async () => undefined)
}

type Reader = Pick<Tx, 'select'> & Context['db']

async function refuseCompletedSetup(db: Reader) {
  if (await hasUsers(db)) throw new Refusal('conflict', userMessages.already_set_up())
}

async function refuseWrongToken(db: Reader, token: string) {
  const rows = await db.select().from(setupTokens).limit(1)
  if (rows.some(({ hash }) => matchesHash(token, hash))) return
  // A simultaneous request may have completed the setup and deleted the token.
  await refuseCompletedSetup(db)
  throw new Refusal('forbidden', userMessages.setup_link_invalid())
}

interface FirstAdmin {
  username: string
  email: string
  passwordHash: string
}

async function insertAdmin(tx: Tx, { username, email, passwordHash }: FirstAdmin) {
  const user = { username, email, passwordHash, role: 'admin' as const, permissions: [] }
  const { id } = await insertUser(tx, user)
  await tx.delete(setupTokens)
  return id
}

/**
 * Creates the administrator from the settings if no user exists. Returns whether it created the
 * account.
 */
export async function setUpFromConfig(ctx: Context): Promise<boolean> {
  const {
    admin_username: username,
    admin_email: email,
    admin_password: password,
  } = ctx.config.setup
  if (!username || !email || !password) return false
  if (await hasUsers(ctx.db)) return false
  const invalid = findInvalidMembers({ username, email, password })
  if (invalid.length > 0) {
    const problems = invalid.map(({ member, message }) => ({
      source: `setup.admin_${member}`,
      message: renderMessage(message),
    }))
    throw new ConfigError(problems)
  }
  const passwordHash = await hashPassword(password)
  const isCreated = await ctx.write(async (tx) => {
    if (await hasUsers(tx)) return false
    await insertAdmin(tx, { username, email, passwordHash })
    return true
  })
  if (isCreated) ctx.log.info({ username }, accountLogMessages.admin_created())
  return isCreated
}
