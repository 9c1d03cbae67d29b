/**
 * Verifies password hashes that an import took over from another program. They are replaced at the
 * first sign-in.
 */
import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)

const prefix = '$foreign$'
const maxBcryptCost = 15
const maxRounds = 2_000_000
/** Other programs ignore the bytes after these. Bun would hash a longer password before. */
const maxBcryptBytes = 72

export interface ForeignHash {
  kind: 'bcrypt' | 'aspnet'
  value: string
}

/** Returns the form in which the hash is stored with the account. */
export const storeForeignHash = ({ kind, value }: ForeignHash) => `${prefix}${kind}$${value}`

export const isForeign = (stored: string | undefined): boolean =>
  stored?.startsWith(prefix) ?? false

function parseStored(stored: string): ForeignHash | undefined {
  const [, kind, value] = /^\$foreign\$(bcrypt|aspnet)\$(.+)$/.exec(stored) ?? []
  return kind === undefined || value === undefined
    ? undefined
    : { kind: kind as ForeignHash['kind'], value }
}

/** Returns null for a hash that is not well formed or costs too much. */
export function parseBcrypt(value: string | null): ForeignHash | null {
  const hash = value?.replace(/^\{bcrypt\}/, '') ?? ''
  return isPlausibleBcrypt(hash) ? { kind: 'bcrypt', value: hash } : null
}

/** Returns null for a hash that is not well formed or costs too much. */
export const parseAspnet = (value: string | null): ForeignHash | null =>
  value !== null && parseAspnetHash(value) ? { kind: 'aspnet', value } : null

const isForeignHash = ({ kind, value }: ForeignHash): boolean =>
  kind === 'bcrypt' ? isPlausibleBcrypt(value) : parseAspnetHash(value) !== undefined

function isPlausibleBcrypt(value: string): boolean {
  const cost = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(value)?.[1]
  return cost !== undefined && Number(cost) >= 4 && Number(cost) <= maxBcryptCost
}

/** Passwords are not normalized, because the other program did not normalize them. */
export async function verifyForeign(password: string, stored: string): Promise<boolean> {
  const hash = parseStored(stored)
  if (!hash || !isForeignHash(hash)) return false
  return hash.kind === 'bcrypt'
    ? verifyBcrypt(password, hash.value)
    : verifyAspnet(password, hash.value)
}

const verifyBcrypt = (password: string, hash: string) => {
  const bytes = Buffer.from(password)
  const cut = bytes.length > maxBcryptBytes ? bytes.subarray(0, maxBcryptBytes) : bytes
  return cut.length === 0 ? false : Bun.password.verify(cut, hash, 'bcrypt')
}

interface AspnetHash {
  digest: 'sha1' | 'sha256' | 'sha512'
  rounds: number
  salt: Buffer
  key: Buffer
}

const digests = ['sha1', 'sha256', 'sha512'] as const

/**
 * ASP.NET Core Identity. Version 3: a byte 1, three big-endian numbers (digest, rounds, length of
 * the salt), salt, key. Version 2: a byte 0, 16 bytes of salt, 32 bytes of key.
 */
function parseAspnetHash(value: string): AspnetHash | undefined {
  if (!/^[A-Za-z0-9+/]{40,400}={0,2}$/.test(value)) return undefined
  const bytes = Buffer.from(value, 'base64')
  if (bytes[0] === 0 && bytes.length === 49) {
    return { digest: 'sha1', rounds: 1000, salt: bytes.subarray(1, 17), key: bytes.subarray(17) }
  }
  if (bytes[0] !== 1 || bytes.length < 13 + 16 + 16) return undefined
  const digest = digests[bytes.readUInt32BE(1)]
  const rounds = bytes.readUInt32BE(5)
  const saltLength = bytes.readUInt32BE(9)
  const keyLength = bytes.length - 13 - saltLength
  const isBounded = rounds >= 1 && rounds <= maxRounds && saltLength >= 8 && keyLength >= 16
  if (digest === undefined || !isBounded) return undefined
  const salt = bytes.subarray(13, 13 + saltLength)
  return { digest, rounds, salt, key: bytes.subarray(13 + saltLength) }
}

async function verifyAspnet(password: string, value: string): Promise<boolean> {
  const hash = parseAspnetHash(value)
  if (!hash) return false
  const derived = await derive(password, hash.salt, hash.rounds, hash.key.length, hash.digest)
  return timingSafeEqual(derived, hash.key)
}
