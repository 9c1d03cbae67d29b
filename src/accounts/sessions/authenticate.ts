/** Authenticates requests by session credentials: access token or cookie. */
import type { Context } from '../../context'
import { andThen, type NowOrLater } from '../../platform/lib/async/now-or-later'
import type { Viewer } from '../permissions/model'
import { computeEffectivePermissions, createViewer } from '../permissions/permission-rules'
import { type Claims, readAccessToken } from './tokens/access-tokens'
import { findHeldHolder } from './held-sessions'
import { recordSessionUse } from './last-use'
import { findSessionHolder, findSessionHolderByCookie } from './queries'
import { hashSecret } from './secrets'

export const findViewerByAccessToken = (ctx: Context, token: string) =>
  andThen(
    readAccessToken(ctx.config.auth.jwt_secret!, token),
    (claims) => claims && findViewerByClaims(ctx, claims),
  )

const findViewerByClaims = (ctx: Context, { sessionId, userId }: Claims) =>
  andThen(
    andThen(findSessionHolder(ctx.db, sessionId, ctx.clock.now()), (holder) =>
      holder ? getSessionViewer(ctx, holder) : findHeldViewer(ctx, { id: sessionId }),
    ),
    (viewer) => (viewer?.userId === userId ? viewer : undefined),
  )

export function findViewerByCookie(ctx: Context, cookie: string): NowOrLater<Viewer | undefined> {
  const cookieHash = hashSecret(cookie)
  return andThen(findSessionHolderByCookie(ctx.db, cookieHash, ctx.clock.now()), (holder) =>
    holder ? getSessionViewer(ctx, holder) : findHeldViewer(ctx, { cookieHash }),
  )
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
