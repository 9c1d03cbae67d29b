import { userMessages } from './messages'
import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { andThen, type NowOrLater } from '../../platform/lib/async/now-or-later'
import { createAwaitedHook } from '../../platform/http/requests/direct-answers'
import { readBody } from '../../platform/http/body'
import { getClientAddress } from '../../platform/http/requests/client-address'
import { getPath } from '../../platform/http/requests/path'
import { createThrottle } from '../../platform/http/rate-limit'
import type { Permission, Viewer } from './model'
import { createLimitReader } from './rate-limit-settings'

/** Finds the viewer by the credentials of a request. Rejects missing and invalid credentials. */
type IdentifyViewer = (ctx: Context, request: Request) => NowOrLater<Viewer>

/**
 * Injected at startup, because the modules that own the credentials depend on this module: their
 * routes need the guard.
 */
const identifiers = new WeakMap<Context, IdentifyViewer>()
const viewers = new WeakMap<Request, Viewer>()
const identified = new WeakMap<Request, NowOrLater<Viewer>>()

interface Identification {
  prefix: string
  identify: IdentifyViewer
}
const identificationsOfProtocols = new WeakMap<Context, Identification[]>()

/**
 * Sets how viewers are identified in requests to paths below `prefix`, for a protocol with its own
 * credentials.
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
      return createHooks(({ request }) =>
        andThen(admitViewer(ctx, request), (viewer) => {
          const lacking = all.find((permission) => !viewer.permissions.has(permission))
          if (!lacking) return
          throw new Refusal('forbidden', userMessages.permission_required({ permission: lacking }))
        }),
      )
    },
    signedIn: (_isRequired: true) =>
      createHooks(({ request }) => andThen(admitViewer(ctx, request), () => undefined)),
  })

/**
 * `parse` runs only for requests with a body. `transform` repeats the check, whose result is cached
 * by then.
 */
function createHooks(check: (exchange: { request: Request }) => NowOrLater<void>) {
  const hook = createAwaitedHook(check)
  return {
    parse: [hook, readBody],
    transform: hook,
    resolve: ({ request }: { request: Request }) => ({ viewer: viewers.get(request)! }),
    detail: { security: [{ bearer: [] }, { apiKey: [] }, { session: [] }] },
  }
}

/** Returns the viewer of a request. Refuses requests without valid credentials. */
export const admitViewer = (ctx: Context, request: Request): NowOrLater<Viewer> =>
  andThen(identifyOnce(ctx, request), (viewer) => {
    viewers.set(request, viewer)
    return viewer
  })

/** Rate limit, guard and login share the result, so that each request is identified only once. */
function identifyOnce(ctx: Context, request: Request): NowOrLater<Viewer> {
  const known = identified.get(request)
  if (known) return known
  const viewer = identifyWithAddress(ctx, request)
  identified.set(request, viewer)
  return viewer
}

/** Returns a refusal as a rejected promise, so that it is stored like a viewer. */
function identifyWithAddress(ctx: Context, request: Request): NowOrLater<Viewer> {
  try {
    const found = chooseIdentification(ctx, request)(ctx, request)
    return andThen(found, (viewer) => withAddress(viewer, getClientAddress(ctx, request)))
  } catch (error) {
    return Promise.reject(error)
  }
}

/**
 * Viewers are shared between requests, so each viewer has a copy with the address of its latest
 * request.
 */
const copies = new WeakMap<Viewer, Viewer>()

function withAddress(viewer: Viewer, address: string | undefined): Viewer {
  const known = copies.get(viewer)
  if (known && known.address === address) return known
  const copy = { ...viewer, address }
  copies.set(viewer, copy)
  return copy
}

/** Checks the credentials of the request again, for long-lived connections. */
export const identifyAgain = (ctx: Context, request: Request): NowOrLater<Viewer> =>
  chooseIdentification(ctx, request)(ctx, request)

/** For public routes. Returns undefined if the request has no valid credentials. */
export function findViewer(ctx: Context, request: Request): NowOrLater<Viewer | undefined> {
  const viewer = identifyOnce(ctx, request)
  return viewer instanceof Promise ? viewer.catch(ignoreRefusal) : viewer
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

/** Rejects a request if its client sends too many requests. */
export type RateLimit = (request: Request) => NowOrLater<void>

/**
 * Limits the rate of requests per user (including all API keys of the user), or per address if the
 * user is unknown. Internal requests, which have no connection, are not counted.
 */
export function createRateLimit(ctx: Context): RateLimit {
  const throttle = createThrottle(ctx.config.api.rate_limit, ctx.clock)
  const readLimits = createLimitReader(ctx)
  return (request) => {
    const address = getClientAddress(ctx, request)
    if (!address || isUnlimited(getPath(request))) return undefined
    // All keys of a user share one limit, so two hundred keys allow no more requests than one.
    return andThen(readLimits(), (limits) =>
      andThen(findViewer(ctx, request), (viewer) =>
        throttle({ identity: viewer?.userId, address }, request, limits),
      ),
    )
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
