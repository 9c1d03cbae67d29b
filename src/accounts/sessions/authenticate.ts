/** Authenticates requests by the credentials of a session: access token or cookie. */
import type { Context } from '../../context'
import type { Viewer } from '../permissions/model'
import { computeEffectivePermissions, createViewer } from '../permissions/permission-rules'
import { readAccessToken } from './tokens/access-tokens'
import { recordSessionUse } from './last-use'
import { findSessionHolder, findSessionHolderByCookie } from './queries'
import { hashSecret } from './secrets'

export async function findViewerByAccessToken(ctx: Context, token: string) {
  const claims = await readAccessToken(ctx.config.auth.jwt_secret!, token)
  if (!claims) return undefined
  const holder = await findSessionHolder(ctx.db, claims.sessionId, ctx.now())
  return holder?.user.id === claims.userId ? getSessionViewer(ctx, holder) : undefined
}

export async function findViewerByCookie(ctx: Context, cookie: string) {
  const holder = await findSessionHolderByCookie(ctx.db, hashSecret(cookie), ctx.now())
  return holder && getSessionViewer(ctx, holder)
}

type Holder = NonNullable<Awaited<ReturnType<typeof findSessionHolder>>>

/** Keyed by the cached row: a changed row is a new object. */
const viewers = new WeakMap<Holder, Viewer>()

function getSessionViewer(ctx: Context, holder: Holder): Viewer {
  recordSessionUse(ctx, holder)
  const known = viewers.get(holder)
  if (known) return known
  const { user, sessionId } = holder
  const proof = { kind: 'session', sessionId } as const
  const viewer = createViewer(user, computeEffectivePermissions(user), proof)
  viewers.set(holder, viewer)
  return viewer
}
