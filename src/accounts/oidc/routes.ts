import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { readSmallForm, readSmallJson } from '../../platform/http/body'
import { ByIdParams } from '../../platform/http/shapes'
import { requestMessages } from '../../platform/messages/common'
import { createdUncached, noContent } from '../../platform/http/responses/statuses'
import { guard } from '../permissions/guard'
import { NoContent } from '../permissions/model'
import { formatSessionCookie, readBrowserCookie } from '../sessions/cookie'
import { refuseForeignPage } from '../sessions/csrf'
import { getClient } from '../users/sign-in/answer-session'
import { rememberBrowser } from '../users/sign-in/known-browser'
import { beginLink, beginSignIn, listSignInProviders } from './begin-sign-in'
import { finish, requireState } from './finish-sign-in'
import {
  linkIdentityOfUser,
  listIdentities,
  listIdentitiesOfUser,
  unlinkIdentityOfUser,
  unlinkOwnIdentity,
} from './identities'
import * as model from './model'
import { buildEndSessionUrl, endSessionsByProvider } from './provider-sign-out'
import { formatUsedStateCookie, type SignInState } from './sign-in-state'

const tags = ['Sign-in']

const startRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth/oidc', tags })
    .onParse(readSmallJson)
    .get('/providers', () => listSignInProviders(ctx), {
      response: model.OidcProviders,
      detail: {
        summary: 'List sign-in providers',
        description:
          'Lists OpenID Connect providers and whether signing in with a password is allowed.',
        security: [],
      },
    })
    .post(
      '/:provider/login',
      async ({ request, params, body, set }) => {
        refuseForeignPage(ctx, request)
        const { redirectUrl, cookie } = await beginSignIn(
          ctx,
          request,
          params.provider,
          body?.redirectUri,
        )
        set.headers['set-cookie'] = cookie
        set.headers['cache-control'] = 'no-store'
        return { redirectUrl }
      },
      {
        params: model.ProviderParams,
        body: model.OidcStart,
        response: model.OidcRedirect,
        detail: {
          summary: 'Start signing in with a provider',
          description:
            'Send the browser to `redirectUrl`. The cookie from this response is required when the browser returns.',
          security: [],
        },
      },
    )

/** These routes return HTML pages, because browsers open them. */
const callbackRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth/oidc', tags }).get(
    '/:provider/callback',
    ({ request, params }) => answerCallback(ctx, request, params.provider),
    {
      params: model.ProviderParams,
      detail: {
        summary: 'Complete a sign-in with a provider',
        description:
          'Signs in or connects the account, and opens the interface. After an error, the sign-in page opens with the error code.',
        security: [],
        responses: { 303: { description: 'Redirect to the interface' } },
      },
    },
  )

async function answerCallback(ctx: Context, request: Request, provider: string) {
  let state: SignInState | undefined
  try {
    state = requireState(ctx, request, provider)
    const client = { ...(await getClient(ctx, request)), kind: 'browser' as const }
    const result = await finish(ctx, request, client, state)
    const cookies = [formatUsedStateCookie(ctx, request, state.state)]
    if (!result) return redirect(ctx, '/settings/security?only=linked', cookies)
    const known = { cookie: readBrowserCookie(request), userId: result.answer.user.id }
    const own = [
      formatSessionCookie(ctx, request, result.cookie),
      rememberBrowser(ctx, request, known),
    ]
    return redirect(ctx, state.returnTo, [...cookies, ...own])
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason === 'not_found') throw error
    const cookies = state ? [formatUsedStateCookie(ctx, request, state.state)] : []
    return redirect(ctx, getProblemPath(error, provider, state), cookies)
  }
}

function getProblemPath(error: Refusal, provider: string, state: SignInState | undefined) {
  const code = error.userMessage.code.split('.').at(-1)!
  if (state?.link) return `/settings/security?only=${code}`
  return `/login?${new URLSearchParams({ problem: code, provider }).toString()}`
}

function redirect({ config }: Context, path: string, cookies: readonly string[]): Response {
  const headers = new Headers({
    location: `${config.server.base_path}${path}`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

const logoutRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth/oidc', tags })
    .onParse(({ request }) => readSmallForm(request))
    .post(
      '/:provider/backchannel-logout',
      async ({ params, body, set }) => {
        const token = (body as Record<string, string> | undefined)?.['logout_token']
        if (token === undefined) throw new Refusal('invalid', requestMessages.body_invalid())
        await endSessionsByProvider(ctx, params.provider, token)
        set.headers['cache-control'] = 'no-store'
        return new Response('', { headers: { 'content-type': 'text/plain' } })
      },
      {
        params: model.ProviderParams,
        detail: {
          summary: 'End the sessions of a user (called by providers)',
          description:
            'OpenID Connect Back-Channel Logout: accepts a form with `logout_token`. API keys and app tokens of other sessions keep working.',
          security: [],
          responses: {
            200: {
              description: 'The sessions have ended',
              content: { 'text/plain': { schema: { type: 'string' as const, maxLength: 0 } } },
            },
          },
        },
      },
    )

const ownRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth', tags })
    .use(guard(ctx))
    .post(
      '/oidc/:provider/link',
      async ({ viewer, request, params, body, set }) => {
        const { redirectUrl, cookie } = await beginLink(ctx, request, viewer, {
          providerName: params.provider,
          currentPassword: body?.currentPassword,
        })
        set.headers['set-cookie'] = cookie
        set.headers['cache-control'] = 'no-store'
        return { redirectUrl }
      },
      {
        can: 'account:write',
        params: model.ProviderParams,
        body: model.OidcLinkStart,
        response: model.OidcRedirect,
        detail: {
          summary: 'Connect your account to a provider',
          description:
            'Requires a session, and the current password if there is one. Send the browser to `redirectUrl`.',
        },
      },
    )
    .post(
      '/oidc/end-session',
      async ({ viewer, request }) => ({
        redirectUrl: await buildEndSessionUrl(ctx, request, viewer),
      }),
      {
        signedIn: true,
        response: model.EndSessionView,
        detail: {
          summary: "Get the provider's sign-out URL",
          description:
            'Call this before `POST /auth/logout`, then open the returned URL. Requires a session.',
        },
      },
    )

const ownIdentityRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth', tags })
    .use(guard(ctx))
    .get('/identities', ({ viewer }) => listIdentities(ctx, viewer.userId), {
      can: 'account:read',
      response: model.Identities,
      detail: {
        summary: 'List your connected accounts',
        description: 'Lists provider accounts that you can sign in with.',
      },
    })
    .delete(
      '/identities/:id',
      ({ viewer, params, set }) => noContent(set, unlinkOwnIdentity(ctx, viewer, params.id)),
      {
        can: 'account:write',
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'Disconnect an account',
          description: 'Requires a session. 409 if this is your only way to sign in.',
        },
      },
    )

const userRoutesOfIdentities = (ctx: Context) =>
  new Elysia({ prefix: '/users/:id/identities', tags: ['Users'] })
    .use(guard(ctx))
    .get('', ({ params }) => listIdentitiesOfUser(ctx, params.id), {
      can: 'users:read',
      params: ByIdParams,
      response: model.Identities,
      detail: {
        summary: "List a user's connected accounts",
        description: 'Lists provider accounts that the user can sign in with.',
      },
    })
    .post(
      '',
      ({ viewer, params, body, set }) =>
        createdUncached(set, linkIdentityOfUser(ctx, viewer, params.id, body)),
      {
        can: 'users:write',
        params: ByIdParams,
        body: model.IdentityCreation,
        response: { 201: model.Identities },
        detail: {
          summary: 'Connect a user to an account at a provider',
          description: '`subject` is the `sub` claim from the provider. Requires a session.',
        },
      },
    )
    .delete(
      '/:identityId',
      ({ viewer, params, set }) => noContent(set, unlinkIdentityOfUser(ctx, viewer, params)),
      {
        can: 'users:write',
        params: model.UserIdentityParams,
        response: NoContent,
        detail: {
          summary: "Disconnect a user's account",
          description:
            'Sessions that were started with the connected account continue. Requires a session.',
        },
      },
    )

export const oidcRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(startRoutes(ctx))
    .use(callbackRoutes(ctx))
    .use(logoutRoutes(ctx))
    .use(ownRoutes(ctx))
    .use(ownIdentityRoutes(ctx))
    .use(userRoutesOfIdentities(ctx))
