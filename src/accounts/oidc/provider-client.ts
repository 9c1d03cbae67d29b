/** Client for OpenID Connect providers. Their discovery documents are cached for an hour. */
import * as oidc from 'openid-client'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { OidcProvider } from '../../platform/config/options/sign-in-options'
import { fetchConfigured } from '../../platform/outgoing/fetch-configured'
import { oidcLogMessages, oidcMessages } from './messages'

const rememberedMs = 3_600_000

interface Known {
  configuration: Promise<oidc.Configuration>
  untilMs: number
}

const known = new WeakMap<OidcProvider, Known>()

export function requireSignInProvider(
  { config }: Pick<Context, 'config'>,
  name: string,
): OidcProvider {
  const found = config.auth.oidc.providers.find((provider) => provider.name === name)
  if (found) return found
  throw notFound(oidcMessages.provider_not_found())
}

/** Throws an "unavailable" refusal if the provider does not respond. Failures are not cached. */
export async function getProviderClient(
  ctx: Context,
  provider: OidcProvider,
): Promise<oidc.Configuration> {
  const nowMs = ctx.clock.now().getTime()
  const remembered = known.get(provider)
  if (remembered && remembered.untilMs > nowMs) return remembered.configuration
  const configuration = discover(ctx, provider)
  known.set(provider, { configuration, untilMs: nowMs + rememberedMs })
  try {
    return await configuration
  } catch (error) {
    known.delete(provider)
    ctx.log.warn({ err: error, provider: provider.name }, oidcLogMessages.failed())
    throw refuseUnavailable(provider)
  }
}

export const refuseUnavailable = ({ display_name: provider }: OidcProvider) =>
  new Refusal('unavailable', oidcMessages.unavailable({ provider }), { retryAfterSeconds: 30 })

async function discover(ctx: Context, provider: OidcProvider): Promise<oidc.Configuration> {
  const { issuer, client_id: clientId, client_secret: secret } = provider
  const fetchJson = fetchFor(ctx)
  // The settings accept http:// only for this computer, or with `auth.oidc.allow_http`.
  const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const options = { [oidc.customFetch]: fetchJson, execute, timeout: 10 }
  const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options)
  const metadata = found.serverMetadata()
  const configuration = new oidc.Configuration(
    metadata,
    clientId,
    undefined,
    chooseAuthentication(metadata, secret),
  )
  configuration[oidc.customFetch] = fetchJson
  configuration.timeout = 10
  for (const extend of execute) extend(configuration)
  // By default, `openid-client` does not verify signatures of tokens that come directly from the
  // provider.
  oidc.enableNonRepudiationChecks(configuration)
  return configuration
}

/** If the provider does not specify a method, the standard requires `client_secret_basic`. */
function chooseAuthentication(
  { token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata,
  secret: string | undefined,
): oidc.ClientAuth {
  if (secret === undefined) return oidc.None()
  const isPost = methods?.includes('client_secret_post') ?? false
  return isPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret)
}

export const fetchFor =
  (ctx: Pick<Context, 'config'>) =>
  (url: string, { method, headers, body }: oidc.CustomFetchOptions): Promise<Response> =>
    fetchConfigured(ctx, url, { method, headers, body: body as RequestInit['body'] })
