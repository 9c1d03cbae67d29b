/** Sign-in on a service's website: OAuth 2.0 with an authorization code and PKCE. */
import {
  authorizationCodeGrantRequest,
  type AuthorizationServer,
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  type Client,
  ClientSecretPost,
  customFetch,
  None,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  UnsupportedOperationError,
  validateAuthResponse,
} from 'oauth4webapi'
import type { Context } from '../../../context'
import type { Config } from '../../../platform/config/model'
import { getProviderKey } from '../../../platform/outgoing/exchange'
import { createProviderError, ProviderError } from '../../../platform/outgoing/provider-error'
import { sendPrivateRequest } from '../../../platform/outgoing/send-request'
import type { ListService, OauthRules, Tokens } from '../services/list-service'

export interface OauthService {
  service: ListService
  rules: OauthRules
  clientId: string
  clientSecret: string | undefined
  /** URL to which the service redirects the browser. */
  redirectUrl: string
}

const callbackPath = '/api/v1/user/plugins/oauth/callback'

/** Returns the OAuth client of the service, or undefined if the settings are not sufficient. */
export function findOauth({ config }: Pick<Context, 'config'>, service: ListService) {
  const { oauth: rules } = service
  const { clientId, clientSecret } = readClient(config, service)
  const { public_url: publicUrl } = config.server
  if (!rules || clientId === undefined || publicUrl === undefined) return undefined
  if (rules.needsSecret && clientSecret === undefined) return undefined
  const redirectUrl = publicUrl.replace(/\/+$/, '') + callbackPath
  return { service, rules, clientId, clientSecret, redirectUrl } satisfies OauthService
}

interface ClientSettings {
  base: string | undefined
  client_id?: string | undefined
  client_secret?: string | undefined
}

function readClient(config: Config, service: ListService) {
  const settings: ClientSettings = config.providers[service.name]
  return {
    clientId: settings.client_id ?? getProviderKey(config, service),
    clientSecret: settings.client_secret,
  }
}

/** Builds the URL that the browser opens. */
export async function buildAuthorizationUrl(
  { config }: Pick<Context, 'config'>,
  { service, rules, clientId, redirectUrl }: OauthService,
  { state, verifier }: { state: string; verifier: string },
): Promise<string> {
  const isPlain = rules.challenge === 'plain'
  const url = new URL((config.providers[service.name].base ?? rules.base) + rules.authorizePath)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUrl,
    state,
    code_challenge: isPlain ? verifier : await calculatePKCECodeChallenge(verifier),
    code_challenge_method: rules.challenge,
  }).toString()
  return url.href
}

/** Thrown when the browser returns without a usable code. */
export class CallbackRefused extends Error {
  override name = 'CallbackRefused'
  readonly reason: 'declined' | 'invalid'

  constructor(reason: 'declined' | 'invalid') {
    super(`callback: ${reason}`)
    this.reason = reason
  }
}

interface Callback {
  parameters: URLSearchParams
  state: string
  verifier: string
}

/** Throws `CallbackRefused`, or a `ProviderError` if the service does not accept the code. */
export async function exchangeCode(
  ctx: Context,
  oauth: OauthService,
  { parameters, state, verifier }: Callback,
): Promise<Tokens> {
  const [server, client] = [buildServer(oauth), buildClient(oauth)]
  const checked = checkCallback(server, client, { parameters, state })
  return readTokens(ctx, oauth, async () => {
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      buildSecret(oauth),
      checked,
      oauth.redirectUrl,
      verifier,
      { [customFetch]: fetchTokens(ctx, oauth, { isUrgent: true }) },
    )
    return processAuthorizationCodeResponse(server, client, response)
  })
}

function checkCallback(
  server: AuthorizationServer,
  client: Client,
  { parameters, state }: Pick<Callback, 'parameters' | 'state'>,
): URLSearchParams {
  try {
    const checked = validateAuthResponse(server, client, parameters, state)
    if (!checked.get('code')) throw new CallbackRefused('invalid')
    return checked
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw new CallbackRefused('declined')
    if (isInvalid(error)) throw new CallbackRefused('invalid')
    throw error
  }
}

const isInvalid = (error: unknown) =>
  error instanceof OperationProcessingError || error instanceof UnsupportedOperationError

/** Throws a `ProviderError`: `unauthorized` if the service rejects the refresh token. */
export async function refreshTokens(
  ctx: Context,
  oauth: OauthService,
  refreshToken: string,
  signal: AbortSignal,
): Promise<Tokens> {
  const [server, client] = [buildServer(oauth), buildClient(oauth)]
  return readTokens(ctx, oauth, async () => {
    const options = { [customFetch]: fetchTokens(ctx, oauth, { signal }) }
    const secret = buildSecret(oauth)
    const response = await refreshTokenGrantRequest(server, client, secret, refreshToken, options)
    return processRefreshTokenResponse(server, client, response)
  })
}

const buildServer = ({ rules: { base, tokenPath } }: OauthService): AuthorizationServer => ({
  issuer: base,
  token_endpoint: base + tokenPath,
})

const buildClient = ({ clientId }: OauthService): Client => ({ client_id: clientId })

const buildSecret = ({ clientSecret }: OauthService) =>
  clientSecret === undefined ? None() : ClientSecretPost(clientSecret)

/** Sends token requests to the base URL of the website, within the service's rate limit. */
const fetchTokens =
  (
    ctx: Context,
    { service, rules: { base, tokenPath } }: OauthService,
    options: { isUrgent?: boolean; signal?: AbortSignal },
  ) =>
  async (_: string, { body }: { body: URLSearchParams }): Promise<Response> => {
    const { key: _key, ...rules } = service
    const form = Object.fromEntries(body)
    const request = { path: tokenPath, method: 'POST', form, refusedStatuses: [400] } as const
    return Response.json(await sendPrivateRequest(ctx, { ...rules, base }, request, options))
  }

/** Maximum lifetime of a token, so that its expiry is a valid date. */
const maxSeconds = 10 * 365 * 86_400

const buildExpiry = (ctx: Context, seconds: number) =>
  new Date(ctx.clock.now().getTime() + Math.min(seconds, maxSeconds) * 1000)

async function readTokens(
  ctx: Context,
  { service }: OauthService,
  request: () => Promise<TokenEndpointResponse>,
): Promise<Tokens> {
  try {
    const {
      access_token: accessToken,
      refresh_token: refresh,
      expires_in: seconds,
    } = await request()
    // A token with other characters cannot be sent in a header.
    if (!/^[\x21-\x7e]{1,8000}$/.test(accessToken)) throw new TypeError('not a token')
    return {
      accessToken,
      refreshToken: refresh ?? null,
      expiresAt: seconds === undefined ? null : buildExpiry(ctx, seconds),
    }
  } catch (error) {
    if (error instanceof ProviderError || (error as Error).name === 'AbortError') throw error
    if (!isInvalid(error) && !(error instanceof TypeError)) throw error
    throw createProviderError(service.name, 'not_json')
  }
}
