/**
 * A cookie that is kept at sign-out and proves earlier sign-ins with this browser. It does not
 * grant access. Failed sign-in attempts with a known browser are counted separately, so that nobody
 * else can lock the owner out. The server stores nothing: the cookie contains a random number and
 * its signature for each account.
 */
import type { Context } from '../../../context'
import { formatBrowserCookie } from '../../sessions/cookie'
import { hashSecret, matchesSecret, newSecret } from '../../sessions/secrets'

/** Maximum number of accounts that can share a browser. */
const maxAccounts = 5
const pattern = /^([\w-]{43})((?:\.[\w-]{43}){1,5})$/

interface BrowserProof {
  nonce: string
  signatures: string[]
}

function parseProof(cookie: string | null): BrowserProof | undefined {
  const [, nonce, signatures] = pattern.exec(cookie ?? '') ?? []
  return nonce && signatures ? { nonce, signatures: signatures.slice(1).split('.') } : undefined
}

const sign = ({ config }: Context, nonce: string, userId: string) =>
  new Bun.CryptoHasher('sha256', config.auth.jwt_secret)
    .update(`browser ${nonce} ${userId}`)
    .digest('base64url')

/** Returns a key for the browser, or undefined if the account has not signed in with it before. */
export function findKnownBrowser(ctx: Context, cookie: string | null, userId: string) {
  const proof = parseProof(cookie)
  if (!proof) return undefined
  const own = sign(ctx, proof.nonce, userId)
  return proof.signatures.some((given) => matchesSecret(given, own))
    ? hashSecret(proof.nonce)
    : undefined
}

/** Returns the value of `Set-Cookie` after the account has signed in with the browser. */
export function rememberBrowser(
  ctx: Context,
  request: Request,
  { cookie, userId }: { cookie: string | null; userId: string },
): string {
  const { nonce, signatures } = parseProof(cookie) ?? { nonce: newSecret(), signatures: [] }
  const own = sign(ctx, nonce, userId)
  const kept = signatures.filter((given) => given !== own).slice(-(maxAccounts - 1))
  return formatBrowserCookie(ctx, request, [nonce, ...kept, own].join('.'))
}
