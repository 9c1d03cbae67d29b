/** Access tokens (signed, short-lived) and the opaque values behind cookies, refresh tokens and keys. */
import { jwt } from '@elysiajs/jwt'

interface Signer {
  sign(claims: { sub: string; sid: string; exp: number }): Promise<string>
  verify(token: string): Promise<{ sub?: string; sid?: unknown; exp?: unknown } | false>
}

/** With the tokens it has proved. */
interface Known {
  signer: Signer
  proven: Map<string, Proven>
}

interface Proven {
  claims: Claims
  expiresAtMs: number
}

const known = new Map<string, Known>()
const maxProven = 1000

/** One signer a secret: making the key anew for each request would cost more than the check. */
function signerFor(secret: string): Known {
  const found = known.get(secret)
  if (found) return found
  const signer = jwt({ name: 'jwt', secret }).decorator.jwt as unknown as Signer
  const made = { signer, proven: new Map<string, Proven>() }
  known.set(secret, made)
  return made
}

interface Claims {
  userId: string
  sessionId: string
}

export async function signAccessToken(secret: string, claims: Claims, expiresAt: Date) {
  const exp = Math.floor(expiresAt.getTime() / 1000)
  return signerFor(secret).signer.sign({ sub: claims.userId, sid: claims.sessionId, exp })
}

/**
 * Undefined for anything that was not signed here, has expired or is no token at all. What was signed
 * once is signed for ever, so only its age is looked at again; whether the session behind it still
 * lives, and what its user may do, is asked of the database each time.
 */
export async function readAccessToken(secret: string, token: string): Promise<Claims | undefined> {
  if (token.length > 2000) return undefined
  const { signer, proven } = signerFor(secret)
  const seen = proven.get(token)
  if (seen && seen.expiresAtMs > Date.now()) return seen.claims
  proven.delete(token)
  const shown = await prove(signer, token)
  if (!shown) return undefined
  proven.set(token, shown)
  if (proven.size > maxProven) proven.delete(proven.keys().next().value!)
  return shown.claims
}

async function prove(signer: Signer, token: string): Promise<Proven | undefined> {
  const { sub, sid, exp } = (await signer.verify(token)) || {}
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number')
    return undefined
  return { claims: { userId: sub, sessionId: sid }, expiresAtMs: exp * 1000 }
}

/** 256 random bits as 43 characters that are safe in addresses and headers. */
export const newSecret = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')

/** How such a value is kept: it holds enough chance that a plain hash cannot be turned back. */
export const hashSecret = (secret: string) =>
  new Bun.CryptoHasher('sha256').update(secret).digest('hex')

const sameBytes = (a: string, b: string) =>
  a.length === b.length && crypto.timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Compares hashes in a time that does not tell where they differ. */
export const isSecretOf = (secret: string, hash: string) => sameBytes(hashSecret(secret), hash)

/** Names and addresses in the one form in which they are compared. */
export const foldName = (name: string) => name.trim().normalize('NFKC').toLowerCase()
