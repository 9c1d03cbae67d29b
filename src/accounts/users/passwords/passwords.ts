/** Hashes and verifies passwords. Both are slow on purpose, so at most two run at a time. */
import { userMessages } from '../../permissions/messages'
import { Refusal } from '../../../errors'
import { isForeign, verifyForeign } from './foreign-passwords'

const argon2id = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
const maxRunning = 2
const maxWaiting = 40

let running = 0
const waiting: (() => void)[] = []

export const hashPassword = (password: string): Promise<string> =>
  runLimited(() => Bun.password.hash(password.normalize('NFC'), argon2id))

/** Stored instead of a hash for accounts without a password. */
export const noPassword = '!'

export const hasPassword = (hash: string | undefined): boolean => isOwnHash(hash) || isForeign(hash)

const isOwnHash = (hash: string | undefined) => hash?.startsWith('$argon2id$') ?? false

/**
 * Takes the same time even if there is no account, so that the response time does not reveal which
 * names exist.
 */
export function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (isForeign(hash)) return runLimited(() => verifyImported(password, hash!))
  const compared = isOwnHash(hash) ? hash! : unmatchableHash
  return runLimited(() => Bun.password.verify(password.normalize('NFC'), compared))
}

/** Takes at least as long as verifying a password against one of our own hashes. */
async function verifyImported(password: string, hash: string) {
  const isRight = await verifyForeign(password, hash)
  if (!isRight) await Bun.password.verify(password.normalize('NFC'), unmatchableHash)
  return isRight
}

/**
 * Returns our own hash for an account with an imported hash, after a sign-in. Returns undefined if
 * the hash is already our own.
 */
export const replaceForeignHash = async (password: string, hash: string) =>
  isForeign(hash) ? hashPassword(password) : undefined

const createRandomPart = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32)))
    .toString('base64')
    .replace(/=+$/, '')

/** Has the format of a hash but does not match any password. */
const unmatchableHash = `$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=1$${createRandomPart()}$${createRandomPart()}`

async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) {
      throw new Refusal('unavailable', userMessages.too_many_sign_ins(), {
        retryAfterSeconds: 2,
      })
    }
    // The call that finishes passes its slot on without changing `running`.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
