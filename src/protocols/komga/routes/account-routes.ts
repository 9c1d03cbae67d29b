import { Elysia } from 'elysia'
import { getUser } from '../../../accounts/users/service'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { handle, options } from '../access/komga-call'
import { createKomgaError } from '../responses'
import { createCookieHeaders, endKomgaSession } from '../access/komga-session'
import { buildUserDto } from '../dto/user-dto'

export function komgaAccountRoutes(ctx: Context) {
  const app = new Elysia()
  for (const path of ['/api/v2/users/me', '/api/v1/users/me']) {
    app.get(
      path,
      handle(ctx, [], async ({ viewer }) =>
        buildUserDto(await getUser(ctx, viewer.userId), viewer),
      ),
      options,
    )
  }
  for (const path of ['/api/logout', '/api/v1/logout']) {
    const signOut = ({ request }: { request: Request }) => answerSignOut(ctx, request)
    app.get(path, signOut, options).post(path, signOut, options)
  }
  return app.get(
    '/api/v1/login/set-cookie',
    handle(
      ctx,
      [],
      async ({ request }) =>
        new Response(null, { status: 204, headers: createCookieHeaders(ctx, request) }),
    ),
    options,
  )
}

/** Ends the session. Also succeeds if there is none or if it has already ended. */
async function answerSignOut(ctx: Context, request: Request): Promise<Response> {
  try {
    return new Response(null, { status: 204, headers: await endKomgaSession(ctx, request) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return createKomgaError(request, error)
  }
}
