import { Elysia } from 'elysia'
import type { Context } from '../context'
import { Refusal } from '../errors'
import { identify } from './identify'
import type { Permission, Viewer } from './model'

const viewers = new WeakMap<Request, Viewer>()

/** Who looks, once the guard has let the request in; undefined on a public route. */
export const viewerOf = (request: Request) => viewers.get(request)

/**
 * Gives a route the word `can`, and its handler a viewer. `signedIn` asks for no particular right. The
 * question is answered before the request's members are looked at, so a stranger learns nothing.
 */
export const guard = (ctx: Context) =>
  new Elysia({ name: 'guard' }).macro({
    can: (permission: Permission) => ({
      transform: async ({ request }: { request: Request }) => {
        const viewer = await admit(ctx, request)
        if (!viewer.permissions.has(permission)) {
          throw new Refusal('forbidden', `This needs the permission ${permission}`)
        }
      },
      resolve: ({ request }: { request: Request }) => ({ viewer: viewers.get(request)! }),
      detail: { security: [{ bearer: [] }, { apiKey: [] }, { session: [] }] },
    }),
    signedIn: (_: true) => ({
      transform: async ({ request }: { request: Request }) => void (await admit(ctx, request)),
      resolve: ({ request }: { request: Request }) => ({ viewer: viewers.get(request)! }),
      detail: { security: [{ bearer: [] }, { apiKey: [] }, { session: [] }] },
    }),
  })

async function admit(ctx: Context, request: Request): Promise<Viewer> {
  const known = viewers.get(request)
  if (known) return known
  const viewer = await identify(ctx, request)
  viewers.set(request, viewer)
  return viewer
}
