/**
 * Parses password hashes that were imported from other programs, and verifies passwords against
 * them. A hash is replaced at the user's first sign-in.
 */
import { pbkdf2, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)
const deriveScrypt = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

const prefix = '$foreign$'
const maxBcryptCost = 15
const maxRounds = 2_000_000
const maxArgon2Memory = 131_072
const maxArgon2Rounds = 10
const maxArgon2Lanes = 8
/** Maximum memory for scrypt: 128 MiB. */
const maxScryptBytes = 2 ** 27
const maxScryptLanes = 4
/**
 * Other programs ignore the bytes after this limit. Bun would hash a longer password before passing
 * it to bcrypt, so the result would differ.
 */
const maxBcryptBytes = 72

export interface ForeignHash {
  kind: 'bcrypt' | 'aspnet' | 'argon2' | 'werkzeug'
  value: string
}

/** Returns the form in which the hash is stored with the account. */
export const formatForeignHash = ({ kind, value }: ForeignHash) => `${prefix}${kind}$${value}`

export const isForeign = (stored: string | undefined): boolean =>
  stored?.startsWith(prefix) ?? false

function parseStored(stored: string): ForeignHash | undefined {
  const [, kind, value] = /^\$foreign\$(bcrypt|aspnet|argon2|werkzeug)\$(.+)$/.exec(stored) ?? []
  return kind === undefined || value === undefined
    ? undefined
    : { kind: kind as ForeignHash['kind'], value }
}

/** Returns null for a hash that is malformed or too expensive. */
export function parseBcrypt(value: string | null): ForeignHash | null {
  const hash = value?.replace(/^\{bcrypt\}/, '') ?? ''
  return isPlausibleBcrypt(hash) ? { kind: 'bcrypt', value: hash } : null
}

/** Returns null for a hash that is malformed or too expensive. */
export const parseAspnet = (value: string | null): ForeignHash | null =>
  value !== null && parseAspnetHash(value) ? { kind: 'aspnet', value } : null

/** Returns null for a hash that is malformed or too expensive. */
export const parseArgon2 = (value: string | null): ForeignHash | null =>
  value !== null && isPlausibleArgon2(value) ? { kind: 'argon2', value } : null

/** Returns null for a hash that is malformed or too expensive. */
export const parseWerkzeug = (value: string | null): ForeignHash | null =>
  value !== null && parseWerkzeugHash(value) ? { kind: 'werkzeug', value } : null

const checks: Readonly<Record<ForeignHash['kind'], (value: string) => boolean>> = {
  bcrypt: isPlausibleBcrypt,
  aspnet: (value) => parseAspnetHash(value) !== undefined,
  argon2: isPlausibleArgon2,
  werkzeug: (value) => parseWerkzeugHash(value) !== undefined,
}

/**
 * The encodings of salt and key must end with a whole byte, because Bun throws for other encodings.
 */
const bcryptText = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26]$/

function isPlausibleBcrypt(value: string): boolean {
  const cost = bcryptText.exec(value)?.[1]
  return cost !== undefined && Number(cost) >= 4 && Number(cost) <= maxBcryptCost
}

/** Passwords are not normalized, because the other program did not normalize them. */
export async function verifyForeign(password: string, stored: string): Promise<boolean> {
  const hash = parseStored(stored)
  if (!hash || !checks[hash.kind](hash.value)) return false
  return verifiers[hash.kind](password, hash.value)
}

const verifyBcrypt = async (password: string, hash: string) => {
  const bytes = Buffer.from(password)
  const cut = bytes.length > maxBcryptBytes ? bytes.subarray(0, maxBcryptBytes) : bytes
  return cut.length === 0 ? false : Bun.password.verify(cut, hash, 'bcrypt')
}

const argon2Text =
  /^\$argon2(id|i|d)\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,128})$/

/** The memory parameter `m` is in KiB. Each lane needs at least 8 KiB. */
function isPlausibleArgon2(value: string): boolean {
  const parts = argon2Text.exec(value)?.slice(2) ?? []
  const [m = 0, t = 0, p = 0] = parts.slice(0, 3).map(Number)
  const isBounded = m <= maxArgon2Memory && t <= maxArgon2Rounds && p <= maxArgon2Lanes
  return isBounded && p >= 1 && t >= 1 && m >= 8 * p && parts.slice(3).every(isWholeBase64)
}

/** Returns true if the text encodes a whole number of bytes. Bun throws for other texts. */
const isWholeBase64 = (text: string) =>
  Buffer.from(text, 'base64').toString('base64').replace(/=+$/, '') === text

/** An empty password never matches. */
const verifyArgon2 = async (password: string, hash: string) =>
  password !== '' && Bun.password.verify(password, hash)

interface AspnetHash {
  digest: 'sha1' | 'sha256' | 'sha512'
  rounds: number
  salt: Buffer
  key: Buffer
}

const digests = ['sha1', 'sha256', 'sha512'] as const

/**
 * ASP.NET Core Identity. Version 3: a byte with the value 1, three big-endian numbers (digest,
 * rounds, length of the salt), salt, key. Version 2: a byte with the value 0, 16 bytes of salt, 32
 * bytes of key.
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

/** The characters of the salt are used without decoding. */
interface WerkzeugHash {
  salt: string
  key: Buffer
  cost: { digest: string; rounds: number } | { N: number; r: number; p: number }
}

const werkzeugText =
  /^(?:pbkdf2:(sha1|sha256|sha512):(\d{1,9})|scrypt:(\d{1,9}):(\d{1,9}):(\d{1,9}))\$([A-Za-z0-9./+_-]{1,128})\$((?:[0-9a-f]{2}){16,64})$/

function parseWerkzeugHash(value: string): WerkzeugHash | undefined {
  const [, digest, rounds, N, r, p, salt, key] = werkzeugText.exec(value) ?? []
  if (salt === undefined || key === undefined) return undefined
  const common = { salt, key: Buffer.from(key, 'hex') }
  if (digest !== undefined) {
    const cost = { digest, rounds: Number(rounds) }
    return cost.rounds >= 1 && cost.rounds <= maxRounds ? { ...common, cost } : undefined
  }
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  return isPlausibleScrypt(cost) ? { ...common, cost } : undefined
}

/** The memory is 128 * N * r bytes. */
const isPlausibleScrypt = ({ N, r, p }: { N: number; r: number; p: number }) =>
  N >= 2 &&
  Number.isInteger(Math.log2(N)) &&
  r >= 1 &&
  128 * N * r <= maxScryptBytes &&
  p >= 1 &&
  p <= maxScryptLanes

async function verifyWerkzeug(password: string, value: string): Promise<boolean> {
  const hash = parseWerkzeugHash(value)
  if (!hash) return false
  const { salt, key, cost } = hash
  const derived =
    'rounds' in cost
      ? await derive(password, salt, cost.rounds, key.length, cost.digest)
      : await deriveScrypt(password, salt, key.length, { ...cost, maxmem: 2 * maxScryptBytes })
  return timingSafeEqual(derived, key)
}

const verifiers: Readonly<
  Record<ForeignHash['kind'], (password: string, hash: string) => Promise<boolean>>
> = {
  bcrypt: verifyBcrypt,
  aspnet: verifyAspnet,
  argon2: verifyArgon2,
  werkzeug: verifyWerkzeug,
}
