/** Finds out who is asking, from whatever proof the request carries. Rights come from the database. */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { ownHosts } from '../../platform/http/client-address'
import { findAccountByPassword, readBasic } from './basic'
import type { Viewer } from './model'
import { findKeyHolder, findSessionHolder, findSessionHolderByCookie } from './queries'
import { effectiveRights, reachOf } from './rights'
import { hashSecret, isSecretOf, readAccessToken } from './tokens'
import { noteKeyUse, noteSessionUse } from './usage'
import { cookieOf } from './visitor'
import { userMessages } from './messages'

export async function identify(ctx: Context, request: Request): Promise<Viewer> {
  const viewer = await findViewer(ctx, request)
  if (!viewer) throw new Refusal('unauthenticated', userMessages.sign_in_required())
  return viewer
}

/** A proof that is present and wrong is refused at once: nothing else is tried after it. */
async function findViewer(ctx: Context, request: Request): Promise<Viewer | undefined> {
  const apiKey = request.headers.get('x-api-key')
  if (apiKey) return byApiKey(ctx, apiKey)
  const authorization = request.headers.get('authorization')
  if (authorization) return byAuthorization(ctx, request, authorization)
  const cookie = cookieOf(request)
  if (cookie) return byCookie(ctx, request, cookie)
  return undefined
}

async function byAuthorization(ctx: Context, request: Request, authorization: string) {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)\s*$/.exec(authorization.slice(0, 4000)) ?? []
  if (scheme.toLowerCase() === 'basic') return byBasic(ctx, request, value)
  if (scheme.toLowerCase() !== 'bearer') return undefined
  return value.startsWith('quire_') ? byApiKey(ctx, value) : byAccessToken(ctx, value)
}

async function byAccessToken(ctx: Context, token: string) {
  const claims = await readAccessToken(ctx.config.auth.jwt_secret!, token)
  if (!claims) return undefined
  const holder = await findSessionHolder(ctx.db, claims.sessionId, ctx.now())
  return holder?.user.id === claims.userId ? viewerOfSession(ctx, holder) : undefined
}

async function byCookie(ctx: Context, request: Request, cookie: string) {
  const holder = await findSessionHolderByCookie(ctx.db, hashSecret(cookie), ctx.now())
  if (!holder) return undefined
  if (!isReading(request) && !isFromOwnPage(ctx, request)) throw foreignPage()
  return viewerOfSession(ctx, holder)
}

/** Browsers keep such a password and, like a cookie, send it along from any page; apps name no page. */
async function byBasic(ctx: Context, request: Request, value: string) {
  const given = readBasic(value)
  if (!given) return undefined
  if (!isReading(request) && namesPage(request) && !isFromOwnPage(ctx, request)) throw foreignPage()
  if (/^quire_[A-Za-z0-9]+_[\w-]{43}$/.test(given.password)) return byApiKey(ctx, given.password)
  const account = await findAccountByPassword(ctx, request, given)
  return account && viewerAs(account, effectiveRights(account), { kind: 'password' })
}

const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD'

const namesPage = ({ headers }: Request) => headers.has('origin') || headers.has('sec-fetch-site')

/** A browser sends the cookie along from any page: only our own pages may change something with it. */
function isFromOwnPage(ctx: Context, request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin') return false
  const origin = request.headers.get('origin')
  if (!origin || !URL.canParse(origin)) return false
  return ownHosts(ctx, request).includes(new URL(origin).host)
}

/** For routes that act on a cookie without asking who it is, such as signing out. */
export function refuseForeignPage(ctx: Context, request: Request) {
  if (namesPage(request) && !isFromOwnPage(ctx, request)) throw foreignPage()
}

const foreignPage = () => new Refusal('forbidden', userMessages.foreign_page())

async function byApiKey(ctx: Context, key: string) {
  const [, prefix, secret] = /^(quire_[A-Za-z0-9]{1,40})_([\w-]{1,100})$/.exec(key) ?? []
  if (!prefix || !secret) return undefined
  const holder = await findKeyHolder(ctx.db, prefix, ctx.now())
  if (!holder || !isSecretOf(secret, holder.key.secretHash)) return undefined
  const { user, key: row } = holder
  noteKeyUse(ctx, row)
  return viewerAs(user, effectiveRights(user, row.permissions), {
    kind: 'api_key',
    apiKeyId: row.id,
  })
}

type Holder = NonNullable<Awaited<ReturnType<typeof findSessionHolder>>>

/** Of rows that are remembered: what follows from a row stays the same for as long as it is that row. */
const viewers = new WeakMap<Holder, Viewer>()

function viewerOfSession(ctx: Context, holder: Holder): Viewer {
  noteSessionUse(ctx, holder)
  const known = viewers.get(holder)
  if (known) return known
  const { user, sessionId } = holder
  const viewer = viewerAs(user, effectiveRights(user), { kind: 'session', sessionId })
  viewers.set(holder, viewer)
  return viewer
}

function viewerAs(
  user: Pick<Holder['user'], 'id' | 'username' | 'role' | 'permissions' | 'libraryIds'>,
  rights: Viewer['permissions'],
  proof: Viewer['proof'],
): Viewer {
  return {
    userId: user.id,
    username: user.username,
    role: user.role,
    permissions: rights,
    libraryIds: reachOf(user),
    proof,
  }
}
