/** Access tokens (signed, short-lived) and the opaque values behind cookies, refresh tokens and keys. */
import { jwt } from '@elysiajs/jwt'

interface Signer {
  sign(claims: { sub: string; sid: string; exp: number }): Promise<string>
  verify(token: string): Promise<{ sub?: string; sid?: unknown } | false>
}

const signers = new Map<string, Signer>()

/** One signer a secret: making the key anew for each request would cost more than the check. */
function signerFor(secret: string): Signer {
  const known = signers.get(secret)
  if (known) return known
  const signer = jwt({ name: 'jwt', secret }).decorator.jwt as unknown as Signer
  signers.set(secret, signer)
  return signer
}

interface Claims {
  userId: string
  sessionId: string
}

export async function signAccessToken(secret: string, claims: Claims, expiresAt: Date) {
  const exp = Math.floor(expiresAt.getTime() / 1000)
  return signerFor(secret).sign({ sub: claims.userId, sid: claims.sessionId, exp })
}

/** Undefined for anything that was not signed here, has expired or is no token at all. */
export async function readAccessToken(secret: string, token: string): Promise<Claims | undefined> {
  if (token.length > 2000) return undefined
  const claims = await signerFor(secret).verify(token)
  if (!claims || typeof claims.sub !== 'string' || typeof claims.sid !== 'string') return undefined
  return { userId: claims.sub, sessionId: claims.sid }
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
