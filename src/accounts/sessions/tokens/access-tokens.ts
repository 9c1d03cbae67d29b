/** Signed, short-lived access tokens (JWT). */
import { jwt } from '@elysiajs/jwt'
import type { NowOrLater } from '../../../platform/lib/async/now-or-later'

interface Signer {
  sign(claims: { sub: string; sid: string; exp: number }): Promise<string>
  verify(token: string): Promise<{ sub?: string; sid?: unknown; exp?: unknown } | false>
}

interface CachedSigner {
  signer: Signer
  /** Tokens whose signature was verified. */
  verified: Map<string, VerifiedToken>
}

interface VerifiedToken {
  claims: Claims
  expiresAtMs: number
}

const signers = new Map<string, CachedSigner>()
const maxVerified = 1000

/**
 * Cached, because importing the key for each request would take longer than verifying the
 * signature.
 */
function getSigner(secret: string): CachedSigner {
  const found = signers.get(secret)
  if (found) return found
  const signer = jwt({ name: 'jwt', secret }).decorator.jwt as unknown as Signer
  const created = { signer, verified: new Map<string, VerifiedToken>() }
  signers.set(secret, created)
  return created
}

export interface Claims {
  userId: string
  sessionId: string
}

export async function signAccessToken(secret: string, claims: Claims, expiresAt: Date) {
  const exp = Math.floor(expiresAt.getTime() / 1000)
  return getSigner(secret).signer.sign({ sub: claims.userId, sid: claims.sessionId, exp })
}

/**
 * Returns undefined for a token that is malformed, expired or signed with a different secret. For a
 * cached token, only its age is checked. The caller checks the session and the user in the database
 * each time.
 */
export function readAccessToken(secret: string, token: string): NowOrLater<Claims | undefined> {
  if (token.length > 2000) return undefined
  const { signer, verified } = getSigner(secret)
  const cached = verified.get(token)
  if (cached && cached.expiresAtMs > Date.now()) return cached.claims
  return readNewToken(signer, verified, token)
}

async function readNewToken(signer: Signer, verified: CachedSigner['verified'], token: string) {
  verified.delete(token)
  const found = await verifyToken(signer, token)
  if (!found) return undefined
  verified.set(token, found)
  if (verified.size > maxVerified) verified.delete(verified.keys().next().value!)
  return found.claims
}

async function verifyToken(signer: Signer, token: string): Promise<VerifiedToken | undefined> {
  const { sub, sid, exp } = (await signer.verify(token)) || {}
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number')
    return undefined
  return { claims: { userId: sub, sessionId: sid }, expiresAtMs: exp * 1000 }
}
