/** Finds out who is asking, from whatever proof the request carries. Rights come from the database. */
import type { Context } from '../context'
import { Refusal } from '../errors'
import type { Viewer } from './model'
import { findKeyHolder, findSessionHolder, findSessionHolderByCookie } from './queries'
import { effectiveRights } from './rights'
import { hashSecret, readAccessToken } from './tokens'

export const sessionCookie = 'quire_session'

export async function identify(ctx: Context, request: Request): Promise<Viewer> {
  const viewer = await findViewer(ctx, request)
  if (!viewer) throw new Refusal('unauthenticated', 'Sign in first')
  return viewer
}

/** A proof that is present and wrong is refused at once: nothing else is tried after it. */
async function findViewer(ctx: Context, request: Request): Promise<Viewer | undefined> {
  const apiKey = request.headers.get('x-api-key')
  if (apiKey) return byApiKey(ctx, apiKey)
  const authorization = request.headers.get('authorization')
  if (authorization) return byAuthorization(ctx, authorization)
  const cookie = cookieOf(request)
  if (cookie) return byCookie(ctx, request, cookie)
  return undefined
}

async function byAuthorization(ctx: Context, authorization: string) {
  const [, scheme = '', value = ''] = /^(\S+)\s+(.+)$/.exec(authorization.slice(0, 4000)) ?? []
  if (scheme.toLowerCase() !== 'bearer') return undefined
  return value.startsWith('quire_') ? byApiKey(ctx, value) : byAccessToken(ctx, value)
}

async function byAccessToken(ctx: Context, token: string) {
  const claims = await readAccessToken(ctx.config.auth.jwt_secret!, token)
  if (!claims) return undefined
  const holder = await findSessionHolder(ctx.db, claims.sessionId, ctx.now())
  return holder && viewerOfSession(holder)
}

async function byCookie(ctx: Context, request: Request, cookie: string) {
  const holder = await findSessionHolderByCookie(ctx.db, hashSecret(cookie), ctx.now())
  if (!holder) return undefined
  refuseForeignOrigin(ctx, request)
  return viewerOfSession(holder)
}

/** A browser sends the cookie along from any page: only our own pages may change something with it. */
function refuseForeignOrigin(ctx: Context, request: Request) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const origin = request.headers.get('origin')
  const own = [new URL(request.url).host, request.headers.get('host')]
  const publicUrl = ctx.config.server.public_url
  if (publicUrl) own.push(new URL(publicUrl).host)
  if (origin && URL.canParse(origin) && own.includes(new URL(origin).host)) return
  throw new Refusal('forbidden', 'This request did not come from a page of this server')
}

async function byApiKey(ctx: Context, key: string) {
  const [, prefix, secret] = /^quire_([\w-]{1,40}?)_([\w-]{1,100})$/.exec(key) ?? []
  if (!prefix || !secret) return undefined
  const holder = await findKeyHolder(ctx.db, prefix, ctx.now())
  if (!holder || !sameHash(holder.key.secretHash, hashSecret(secret))) return undefined
  const { user, key: row } = holder
  const rights = effectiveRights(user, row.permissions)
  return viewer(user, rights, { kind: 'api_key', apiKeyId: row.id })
}

const sameHash = (a: string, b: string) =>
  a.length === b.length && crypto.timingSafeEqual(Buffer.from(a), Buffer.from(b))

type Holder = NonNullable<Awaited<ReturnType<typeof findSessionHolder>>>

const viewerOfSession = ({ user, sessionId }: Holder) =>
  viewer(user, effectiveRights(user), { kind: 'session', sessionId })

function viewer(
  user: Holder['user'],
  rights: Viewer['permissions'],
  proof: Viewer['proof'],
): Viewer {
  return {
    userId: user.id,
    username: user.username,
    role: user.role,
    permissions: rights,
    libraryIds: 'all',
    proof,
  }
}

function cookieOf(request: Request) {
  const header = request.headers.get('cookie')
  return header ? new Bun.CookieMap(header.slice(0, 8000)).get(sessionCookie) : null
}
