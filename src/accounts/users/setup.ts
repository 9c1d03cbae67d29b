/** The first account: by a one-time link that only the log's reader knows, or from the settings. */
import { ConfigError } from '../../platform/config/problem'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { Refusal } from '../../errors'
import { countAttempt, forgive, setupCounter } from './login-throttle'
import { type Setup, unfitMembers } from './model'
import { hashPassword } from './passwords'
import { hasUsers } from './queries'
import { setupTokens } from './schema'
import { insertUser } from './service'
import { enter, type Entry } from './sessions'
import { hashSecret, isSecretOf, newSecret } from './tokens'
import type { Visitor } from './visitor'
import { userMessages } from './messages'

export async function getSetupStatus(ctx: Context) {
  const hasAny = await hasUsers(ctx.db)
  return { setupRequired: !hasAny, hasUsers: hasAny, registrationEnabled: false }
}

/**
 * Makes the token of the set-up link anew while there is no user; null once there is one. The token is
 * returned this once: only its hash is kept.
 */
export async function ensureSetupToken(ctx: Context): Promise<string | null> {
  const token = newSecret()
  return ctx.write(async (tx) => {
    await tx.delete(setupTokens)
    if (await hasUsers(tx)) return null
    await tx.insert(setupTokens).values({ hash: hashSecret(token) })
    return token
  })
}

export async function initialize(ctx: Context, visitor: Visitor, given: Setup): Promise<Entry> {
  const counters = [setupCounter(visitor.address)]
  await refuseWhenDone(ctx.db)
  await countAttempt(ctx, counters)
  await refuseWrongToken(ctx.db, given.token)
  const passwordHash = await hashPassword(given.password)
  const userId = await ctx.write(async (tx) => {
    // Checked again where nobody else can come in between: the second of two is refused.
    await refuseWhenDone(tx)
    await refuseWrongToken(tx, given.token)
    await forgive(tx, counters)
    return insertAdmin(tx, { ...given, passwordHash })
  })
  ctx.log.info('Quire was set up')
  return enter(ctx, userId, visitor, async () => undefined)
}

type Reading = Pick<Tx, 'select'> & Context['db']

async function refuseWhenDone(db: Reading) {
  if (await hasUsers(db)) throw new Refusal('conflict', userMessages.already_set_up())
}

async function refuseWrongToken(db: Reading, token: string) {
  const rows = await db.select().from(setupTokens).limit(1)
  if (rows.some(({ hash }) => isSecretOf(token, hash))) return
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

/** Makes the administrator that the settings name, while there is no user. True when it did. */
export async function setupFromConfig(ctx: Context): Promise<boolean> {
  const {
    admin_username: username,
    admin_email: email,
    admin_password: password,
  } = ctx.config.setup
  if (!username || !email || !password) return false
  if (await hasUsers(ctx.db)) return false
  const wrong = unfitMembers({ username, email, password })
  if (wrong.length > 0) {
    const problems = wrong.map(({ member, message }) => ({
      source: `setup.admin_${member}`,
      message,
    }))
    throw new ConfigError(problems)
  }
  const passwordHash = await hashPassword(password)
  const isMade = await ctx.write(async (tx) => {
    if (await hasUsers(tx)) return false
    await insertAdmin(tx, { username, email, passwordHash })
    return true
  })
  if (isMade) ctx.log.info({ username }, 'the first administrator was made from the settings')
  return isMade
}
