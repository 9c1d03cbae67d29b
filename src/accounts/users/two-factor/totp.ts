/** One-time codes by time (RFC 6238), as authenticator apps make them: SHA-1, six digits, 30 seconds. */
import { createHmac } from 'node:crypto'
import { matchesSecret } from '../../sessions/secrets'

const stepMs = 30_000
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits, the length of the hash. */
export const newTotpSecret = (): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(20)))

export function computeTotp(secret: Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const hash = createHmac('sha1', secret).update(message).digest()
  const offset = hash.at(-1)! & 15
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The number of the 30 seconds that the code is of: these, the last or the next. Used ones do not count. */
export function findTotpCounter(
  secret: Buffer,
  code: string,
  { now, lastCounter }: { now: Date; lastCounter: number },
): number | undefined {
  const current = Math.floor(now.getTime() / stepMs)
  return [current - 1, current, current + 1].find(
    (counter) => counter > lastCounter && matchesSecret(computeTotp(secret, counter), code),
  )
}

/** RFC 4648, without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** What authenticator apps read from a QR code. */
export function buildTotpUri(username: string, secret: Buffer): string {
  const label = `Quire:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${encodeBase32(secret)}&issuer=Quire`
}
