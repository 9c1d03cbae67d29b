/** Verifies the user's credentials with the service, and exchanges them for tokens. */
import type { Context } from '../../context'
import { invalidBody } from '../../platform/http/validation'
import { ProviderError } from '../../platform/outgoing/provider-error'
import { sendPrivateRequest } from '../../platform/outgoing/send-request'
import { connectionMessages } from './messages'
import type { CredentialsBody } from './model'
import type { ListService, SendPrivate, ServiceAccount, Tokens } from './services/list-service'

/** Throws a `Refusal` that describes the problem. */
export async function signInAtService(
  ctx: Context,
  service: ListService,
  given: CredentialsBody,
): Promise<{ tokens: Tokens; account: ServiceAccount }> {
  try {
    const tokens = await obtainTokens(ctx, service, given)
    const account = await service.getAccount(
      sendWith(ctx, service, { token: tokens.accessToken, isUrgent: true }),
    )
    return { tokens, account }
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'unauthorized') throw error
    const path = service.signInKind === 'password' ? 'password' : 'accessToken'
    throw invalidBody(path, connectionMessages.refused({ service: service.displayName }))
  }
}

async function obtainTokens(ctx: Context, service: ListService, given: CredentialsBody) {
  const { displayName } = service
  if (service.signInKind === 'redirect') {
    throw invalidBody('accessToken', connectionMessages.pages_needed({ service: displayName }))
  }
  if (!service.signIn) {
    const accessToken = given.accessToken?.trim()
    // A token with other characters cannot be sent in a header.
    if (!accessToken || !/^[\x21-\x7e]+$/.test(accessToken)) {
      throw invalidBody('accessToken', connectionMessages.token_needed({ service: displayName }))
    }
    return { accessToken, refreshToken: null, expiresAt: readExpiry(accessToken) }
  }
  const { username, password } = given
  if (!username || !password) {
    throw invalidBody('password', connectionMessages.password_needed({ service: displayName }))
  }
  const send: SendPrivate = (request) =>
    sendPrivateRequest(ctx, service, request, { isUrgent: true })
  return service.signIn(send, { username, password }, ctx.clock.now())
}

/** Reads the expiry of a JSON Web Token, which some services use as the access token. */
function readExpiry(token: string): Date | null {
  try {
    const [, payload = ''] = token.split('.')
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as {
      exp?: unknown
    }
    const time = new Date(Number(exp) * 1000)
    return Number.isNaN(time.getTime()) ? null : time
  } catch {
    return null
  }
}

interface SendWith {
  token: string
  isUrgent?: boolean
  signal?: AbortSignal
}

/** Sends requests on behalf of the token's owner. */
export const sendWith =
  (ctx: Context, service: ListService, { token, ...options }: SendWith): SendPrivate =>
  (request) =>
    sendPrivateRequest(
      ctx,
      service,
      { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } },
      options,
    )
