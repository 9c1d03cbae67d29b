/** Name and password with every request, as reading apps without a place for a token send them. */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { clientAddressOf } from '../../platform/http/client-address'
import { counters as metrics } from '../../platform/metrics/registry'
import {
  accountCounter,
  addressCounters,
  countAttempt,
  forgive,
  nameCounter,
  noteRefusal,
} from './login-throttle'
import { verifyPassword } from './passwords'
import { findAccountByName } from './queries'
import { foldName } from './tokens'
import { userMessages } from './messages'

const maxRemembered = 2_000
const rememberedMs = 5 * 60_000

/**
 * What was verified lately: a keyed hash of the header, and the password hash it was right for. The
 * account's present hash is compared each time, so a changed password ends it at once, everywhere.
 */
const verified = new Map<string, { passwordHash: string; untilMs: number }>()
/** Apps send many requests at once: one of them verifies for all. */
const underWay = new Map<string, Promise<boolean>>()
const processKey = crypto.getRandomValues(new Uint8Array(32))

export interface NameAndPassword {
  name: string
  password: string
}

export function readBasic(value: string): NameAndPassword | undefined {
  const decoded = Buffer.from(value, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 1 || decoded.includes('\u0000')) return undefined
  return { name: decoded.slice(0, colon).slice(0, 254), password: decoded.slice(colon + 1) }
}

/** The active account of that name and password, with its rights of this moment. */
export async function findAccountByPassword(
  ctx: Context,
  request: Request,
  { name, password }: NameAndPassword,
) {
  const nameKey = foldName(name)
  const account = await findAccountByName(ctx.db, nameKey)
  const proof = new Bun.CryptoHasher('sha256', processKey)
    .update(`${nameKey}\u0000${password}`)
    .digest('hex')
  const remembered = verified.get(proof)
  const isRemembered =
    remembered !== undefined &&
    remembered.passwordHash === account?.passwordHash &&
    remembered.untilMs > ctx.now().getTime()
  metrics.cacheLookups.inc({ cache: 'passwords', result: isRemembered ? 'hit' : 'miss' })
  const isRight =
    isRemembered || (await verifyOnce(proof, () => verify(ctx, request, { nameKey, password })))
  if (!isRight || !account?.isActive) return undefined
  if (!isRemembered) remember(proof, account.passwordHash, ctx.now().getTime() + rememberedMs)
  return account
}

async function verifyOnce(proof: string, run: () => Promise<boolean>): Promise<boolean> {
  const others = underWay.get(proof)
  if (others) return others
  const own = run()
  underWay.set(proof, own)
  try {
    return await own
  } finally {
    underWay.delete(proof)
  }
}

async function verify(
  ctx: Context,
  request: Request,
  { nameKey, password }: { nameKey: string; password: string },
): Promise<boolean> {
  const account = await findAccountByName(ctx.db, nameKey)
  const address = clientAddressOf(ctx, request)
  const counters = [
    account ? accountCounter(account.id) : nameCounter(nameKey),
    ...addressCounters(address),
  ]
  await countAttempt(ctx, counters)
  const isRight = await verifyPassword(password, account?.passwordHash)
  if (!isRight || !account?.isActive) {
    noteRefusal(ctx, address)
    return false
  }
  await ctx.write((tx) => forgive(tx, counters))
  return true
}

function remember(proof: string, passwordHash: string, untilMs: number) {
  verified.delete(proof)
  verified.set(proof, { passwordHash, untilMs })
  if (verified.size > maxRemembered) verified.delete(verified.keys().next().value!)
}

export const wrongNameOrPassword = () =>
  new Refusal('unauthenticated', userMessages.wrong_credentials())
