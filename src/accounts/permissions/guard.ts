import { userMessages } from './messages'
import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { readBody } from '../../platform/http/body'
import { getClientAddress } from '../../platform/http/requests/client-address'
import { getPath } from '../../platform/http/requests/path'
import { createThrottle } from '../../platform/http/throttle'
import type { Permission, Viewer } from './model'

/** Finds the viewer by the credentials of a request. Rejects missing and invalid credentials. */
type IdentifyViewer = (ctx: Context, request: Request) => Promise<Viewer>

/**
 * Injected at startup, because the modules that own the credentials depend on this one: their
 * routes need the guard.
 */
const identifiers = new WeakMap<Context, IdentifyViewer>()
const viewers = new WeakMap<Request, Viewer>()
const identified = new WeakMap<Request, Promise<Viewer>>()

interface Identification {
  prefix: string
  identify: IdentifyViewer
}
const identificationsOfProtocols = new WeakMap<Context, Identification[]>()

/**
 * For a protocol with its own credentials: identifies the viewers of requests to paths below
 * `prefix`.
 */
export function addViewerIdentification(ctx: Context, prefix: string, identify: IdentifyViewer) {
  const known = identificationsOfProtocols.get(ctx) ?? []
  identificationsOfProtocols.set(ctx, [...known, { prefix: `${prefix}/`, identify }])
}

function chooseIdentification(ctx: Context, request: Request): IdentifyViewer {
  const others = identificationsOfProtocols.get(ctx) ?? []
  const path = getPath(request)
  const own = others.find(({ prefix }) => path.startsWith(prefix))
  return own?.identify ?? identifiers.get(ctx)!
}

/** Call this before the first request. */
export function setViewerIdentification(ctx: Context, identifyViewer: IdentifyViewer) {
  identifiers.set(ctx, identifyViewer)
}

/**
 * Adds the option `can` (one permission, or a list of required permissions) to routes, and `viewer`
 * to their handlers. `signedIn` requires no particular permission. The check runs before the body
 * is read and before parameters are validated, so that unauthenticated clients learn nothing and
 * cannot exhaust memory with uploads.
 */
export function guard(ctx: Context): Guard {
  const known = guards.get(ctx) ?? createGuard(ctx)
  guards.set(ctx, known)
  return known
}

/** Cached, because hundreds of Elysia plugins use the guard. */
const guards = new WeakMap<Context, Guard>()
type Guard = ReturnType<typeof createGuard>

const createGuard = (ctx: Context) =>
  new Elysia({ name: 'guard' }).macro({
    can: (needed: Permission | readonly Permission[]) => {
      const all = [needed].flat()
      return createHooks(async ({ request }) => {
        const viewer = await admitViewer(ctx, request)
        const lacking = all.find((permission) => !viewer.permissions.has(permission))
        if (lacking) {
          throw new Refusal('forbidden', userMessages.permission_required({ permission: lacking }))
        }
      })
    },
    signedIn: (_isRequired: true) =>
      createHooks(async ({ request }) => void (await admitViewer(ctx, request))),
  })

/**
 * `parse` runs only for requests with a body. `transform` repeats the check, whose result is cached
 * by then.
 */
const createHooks = (check: (exchange: { request: Request }) => Promise<void>) => ({
  parse: [check, readBody],
  transform: check,
  resolve: ({ request }: { request: Request }) => ({ viewer: viewers.get(request)! }),
  detail: { security: [{ bearer: [] }, { apiKey: [] }, { session: [] }] },
})

/** Returns the viewer of a request. Refuses requests without valid credentials. */
export async function admitViewer(ctx: Context, request: Request): Promise<Viewer> {
  const viewer = await identifyOnce(ctx, request)
  viewers.set(request, viewer)
  return viewer
}

/** Rate limit, guard and login share the result, so that each request is identified only once. */
function identifyOnce(ctx: Context, request: Request): Promise<Viewer> {
  const known = identified.get(request)
  if (known) return known
  const pending = identifyWithAddress(ctx, request)
  identified.set(request, pending)
  return pending
}

/** Returns a copy, because identified viewers may be shared between requests. */
async function identifyWithAddress(ctx: Context, request: Request): Promise<Viewer> {
  const viewer = await chooseIdentification(ctx, request)(ctx, request)
  return { ...viewer, address: getClientAddress(ctx, request) }
}

/** Checks the credentials of the request again, for long-lived connections. */
export const identifyAgain = (ctx: Context, request: Request): Promise<Viewer> =>
  chooseIdentification(ctx, request)(ctx, request)

/** For public routes. Returns undefined if the request has no valid credentials. */
export async function findViewer(ctx: Context, request: Request): Promise<Viewer | undefined> {
  try {
    return await identifyOnce(ctx, request)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Rejects a request if the client sends too many. */
export type RateLimit = (request: Request) => Promise<void>

/**
 * Limits the rate of requests per user (including all API keys of the user) or address. Internal
 * requests, which have no connection, are not counted.
 */
export function createRateLimit(ctx: Context): RateLimit {
  const throttle = createThrottle(ctx.config.api.rate_limit, ctx.clock)
  return async (request) => {
    const address = getClientAddress(ctx, request)
    if (!address || isUnlimited(getPath(request))) return
    const viewer = await findViewer(ctx, request)
    throttle({ identity: viewer && formatIdentity(viewer), address }, request)
  }
}

/** Mount this before the routes. */
export const limitRequestRate = (limitRate: RateLimit) =>
  new Elysia({ name: 'throttled' }).onRequest(async ({ request }) => limitRate(request))

/**
 * Health checks and assets are not limited, because a page loads twenty assets before anyone can
 * sign in.
 */
const isUnlimited = (path: string) =>
  /^\/(health(\/live)?|assets\/.+|favicon\.svg|manifest\.webmanifest)$/.test(path)

/** All keys of a user share one limit, so two hundred keys do not allow more requests than one. */
const formatIdentity = ({ userId }: Viewer) => `user ${userId}`
