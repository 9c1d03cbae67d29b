/** HTTP Basic authentication, for reading apps that cannot store a token. */
import { userMessages } from '../../permissions/messages'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { getClientAddress } from '../../../platform/http/requests/client-address'
import { counters as metrics } from '../../../platform/metrics/registry'
import {
  countAttempt,
  createAddressCounters,
  createNameCounter,
  forgiveAttempts,
  recordFailedLogin,
  selectAccountCounters,
} from './login-throttle'
import { verifyPassword } from '../passwords/passwords'
import { findAccountByName } from '../queries'
import { foldName } from '../names/fold-name'

const maxCached = 2_000
const cacheMs = 5 * 60_000

/**
 * Recently verified credentials: a keyed hash of name and password, mapped to the stored hash that
 * they matched. The stored hash is compared with the account's current hash each time, so a changed
 * password takes effect immediately in all processes.
 */
const verified = new Map<string, { passwordHash: string; untilMs: number }>()
/** Apps send many requests at the same time, which share one verification. */
const pending = new Map<string, Promise<boolean>>()
const processKey = crypto.getRandomValues(new Uint8Array(32))

export interface NameAndPassword {
  name: string
  password: string
}

export function parseBasic(value: string): NameAndPassword | undefined {
  const decoded = Buffer.from(value, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 1 || decoded.includes('\u0000')) return undefined
  return { name: decoded.slice(0, colon).slice(0, 254), password: decoded.slice(colon + 1) }
}

/**
 * Finds the active account with this name and password. Returns undefined if there is none, or if a
 * password alone is not enough for it.
 */
export async function findAccountByPassword(
  ctx: Context,
  request: Request,
  { name, password }: NameAndPassword,
) {
  if (!ctx.config.auth.password_login) return undefined
  const nameKey = foldName(name)
  const account = await findAccountByName(ctx.db, nameKey)
  const proof = new Bun.CryptoHasher('sha256', processKey)
    .update(`${nameKey}\u0000${password}`)
    .digest('hex')
  const cached = verified.get(proof)
  const isCached =
    cached !== undefined &&
    cached.passwordHash === account?.passwordHash &&
    cached.untilMs > ctx.clock.now().getTime()
  metrics.cacheLookups.inc({ cache: 'passwords', result: isCached ? 'hit' : 'miss' })
  const isRight =
    isCached ||
    (await verifyOnce(proof, () => verifyCredentials(ctx, request, { nameKey, password })))
  if (!isRight || !account?.isActive) return undefined
  // Accounts with two-factor authentication cannot sign in with the password alone. API keys can
  // still be used as passwords.
  if (account.hasTwoFactor) return undefined
  if (!isCached) cacheCredentials(proof, account.passwordHash, ctx.clock.now().getTime() + cacheMs)
  return account
}

async function verifyOnce(proof: string, run: () => Promise<boolean>): Promise<boolean> {
  const running = pending.get(proof)
  if (running) return running
  const result = run()
  pending.set(proof, result)
  try {
    return await result
  } finally {
    pending.delete(proof)
  }
}

async function verifyCredentials(
  ctx: Context,
  request: Request,
  { nameKey, password }: { nameKey: string; password: string },
): Promise<boolean> {
  const account = await findAccountByName(ctx.db, nameKey)
  const address = getClientAddress(ctx, request)
  const counters = account
    ? await selectAccountCounters(ctx, account.id, { address, browserCookie: null })
    : [createNameCounter(nameKey), ...createAddressCounters(address)]
  await countAttempt(ctx, counters)
  const isRight = await verifyPassword(password, account?.passwordHash)
  if (!isRight || !account?.isActive) {
    await recordFailedLogin(ctx, address, { account, method: 'password' })
    return false
  }
  await forgiveAttempts(ctx, counters)
  return true
}

function cacheCredentials(proof: string, passwordHash: string, untilMs: number) {
  verified.delete(proof)
  verified.set(proof, { passwordHash, untilMs })
  if (verified.size > maxCached) verified.delete(verified.keys().next().value!)
}

export const wrongNameOrPassword = () =>
  new Refusal('unauthenticated', userMessages.wrong_credentials())
