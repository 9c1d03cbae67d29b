import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { readBody } from '../../platform/http/body'
import { clientAddressOf } from '../../platform/http/client-address'
import { createThrottle } from '../../platform/http/throttle'
import { identify } from './identify'
import type { Permission, Viewer } from './model'
import { userMessages } from './messages'

const viewers = new WeakMap<Request, Viewer>()
const identified = new WeakMap<Request, Promise<Viewer>>()

/**
 * Gives a route the word `can` (one permission, or all of several), and its handler a viewer. `signedIn` asks for no particular right. The
 * question is answered before the body is read and the request's members are looked at, so a stranger
 * learns nothing, and nobody's upload fills the memory without a right to it.
 */
export const guard = (ctx: Context) =>
  new Elysia({ name: 'guard' }).macro({
    can: (needed: Permission | readonly Permission[]) => {
      const all = [needed].flat()
      return behind(async ({ request }) => {
        const viewer = await admit(ctx, request)
        const lacking = all.find((permission) => !viewer.permissions.has(permission))
        if (lacking)
          throw new Refusal('forbidden', userMessages.permission_required({ permission: lacking }))
      })
    },
    signedIn: (_isAsked: true) => behind(async ({ request }) => void (await admit(ctx, request))),
  })

/** Asked before a body is read, and again, from memory, for requests that have none. */
const behind = (check: (exchange: { request: Request }) => Promise<void>) => ({
  parse: [check, readBody],
  transform: check,
  resolve: ({ request }: { request: Request }) => ({ viewer: viewers.get(request)! }),
  detail: { security: [{ bearer: [] }, { apiKey: [] }, { session: [] }] },
})

async function admit(ctx: Context, request: Request): Promise<Viewer> {
  const viewer = await identifyOnce(ctx, request)
  viewers.set(request, viewer)
  return viewer
}

/** The throttle, the guard and a sign-in may all ask; the proof is looked at once. */
function identifyOnce(ctx: Context, request: Request): Promise<Viewer> {
  const known = identified.get(request)
  if (known) return known
  const asked = identify(ctx, request)
  identified.set(request, asked)
  return asked
}

/** Who asks on a public route: undefined for a stranger and for a proof that is not valid. */
export async function visitingViewer(ctx: Context, request: Request): Promise<Viewer | undefined> {
  try {
    return await identifyOnce(ctx, request)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/**
 * Counts each request that came over a connection against the person, key or address that sent it.
 * Health checks and the interface's parts are free. Hang it before the routes.
 */
export const throttled = (ctx: Context) => {
  const throttle = createThrottle(ctx.config.api.rate_limit, ctx.now)
  return new Elysia({ name: 'throttled' }).onRequest(async ({ request }) => {
    const address = clientAddressOf(ctx, request)
    if (!address || isFree(new URL(request.url).pathname)) return
    const viewer = await visitingViewer(ctx, request)
    throttle({ identity: viewer && identityOf(viewer), address }, request)
  })
}

/** The parts of the interface, too: a page needs twenty of them, before anybody could have signed in. */
const isFree = (path: string) =>
  /^\/(health(\/live)?|assets\/.+|favicon\.svg|manifest\.webmanifest)$/.test(path)

const identityOf = ({ userId, proof }: Viewer) =>
  proof.kind === 'api_key' ? `key ${proof.apiKeyId}` : `user ${userId}`
