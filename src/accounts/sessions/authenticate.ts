/** Authenticates requests by session credentials: access token or cookie. */
import type { Context } from '../../context'
import type { Viewer } from '../permissions/model'
import { computeEffectivePermissions, createViewer } from '../permissions/permission-rules'
import { readAccessToken } from './tokens/access-tokens'
import { findHeldHolder } from './held-sessions'
import { recordSessionUse } from './last-use'
import { findSessionHolder, findSessionHolderByCookie } from './queries'
import { hashSecret } from './secrets'

export async function findViewerByAccessToken(ctx: Context, token: string) {
  const claims = await readAccessToken(ctx.config.auth.jwt_secret!, token)
  if (!claims) return undefined
  const holder = await findSessionHolder(ctx.db, claims.sessionId, ctx.clock.now())
  const viewer = holder
    ? getSessionViewer(ctx, holder)
    : await findHeldViewer(ctx, { id: claims.sessionId })
  return viewer?.userId === claims.userId ? viewer : undefined
}

export async function findViewerByCookie(ctx: Context, cookie: string) {
  const cookieHash = hashSecret(cookie)
  const holder = await findSessionHolderByCookie(ctx.db, cookieHash, ctx.clock.now())
  return holder ? getSessionViewer(ctx, holder) : findHeldViewer(ctx, { cookieHash })
}

/** Finds the viewer of a session that was started while the disk was full. */
async function findHeldViewer(...given: Parameters<typeof findHeldHolder>) {
  const holder = await findHeldHolder(...given)
  return holder && createSessionViewer(holder)
}

type Holder = NonNullable<Awaited<ReturnType<typeof findSessionHolder>>>

/** Keyed by the cached row, because a changed row is a new object. */
const viewers = new WeakMap<Holder, Viewer>()

function getSessionViewer(ctx: Context, holder: Holder): Viewer {
  recordSessionUse(ctx, holder)
  const known = viewers.get(holder)
  if (known) return known
  const viewer = createSessionViewer(holder)
  viewers.set(holder, viewer)
  return viewer
}

function createSessionViewer({ user, sessionId }: Pick<Holder, 'user' | 'sessionId'>): Viewer {
  const proof = { kind: 'session', sessionId } as const
  return createViewer(user, computeEffectivePermissions(user), proof)
}
