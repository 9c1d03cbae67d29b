/** Keeping and checking passwords: slow on purpose, so at most two at a time. */
import { Refusal } from '../../errors'
import { userMessages } from './messages'

const argon2id = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
const atOnce = 2
const maxWaiting = 40

let running = 0
const waiting: (() => void)[] = []

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => Bun.password.hash(password.normalize('NFC'), argon2id))

/** Takes as long when there is no account, so that time does not tell which names exist. */
export function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const isUsable = hash?.startsWith('$argon2id$') ?? false
  const compared = isUsable ? hash! : nobodysHash
  return inTurn(() => Bun.password.verify(password.normalize('NFC'), compared))
}

const randomPart = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32)))
    .toString('base64')
    .replace(/=+$/, '')

/** In the form of a hash, but of no password. */
const nobodysHash = `$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=1$${randomPart()}$${randomPart()}`

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= maxWaiting) {
      throw new Refusal('unavailable', userMessages.too_many_sign_ins(), {
        retryAfterSeconds: 2,
      })
    }
    // Whoever finishes hands its place on, so `running` is not counted again.
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
