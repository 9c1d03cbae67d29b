/** Sign-in pages of a service, as described by RFC 6749 and RFC 7636. They reject any deviation. */
export const client = { id: 'client-1', secret: 'client-secret' }

interface Pages {
  /** Path prefix of `authorize` and `token`. */
  prefix: string
  challenge: 'S256' | 'plain'
  /** Undefined if the client does not have a secret. */
  secret: string | undefined
  /** Lifetime of tokens. */
  seconds: number
}

interface Code {
  challenge: string
  redirectUrl: string
}

export interface OauthState {
  readonly codes: Map<string, Code>
  /** Valid refresh tokens, each of which is accepted once. */
  readonly refreshTokens: Set<string>
  /** Number of tokens issued for refresh tokens. */
  renewals: number
  /** Rejects every refresh token. */
  refusesRenewal: boolean
  /** Replaces the response that contains a token. */
  answer: object | undefined
}

export const createOauthState = (): OauthState => ({
  codes: new Map(),
  refreshTokens: new Set(),
  renewals: 0,
  refusesRenewal: false,
  answer: undefined,
})

const redirectUrl = 'http://localhost/api/v1/user/plugins/oauth/callback'

/** Answers requests to the sign-in pages. Returns undefined for other requests. */
export async function answerOauth(
  pages: Pages,
  state: { oauth: OauthState; token: string },
  request: Request,
): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === `${pages.prefix}authorize`) return authorize(pages, state.oauth, searchParams)
  if (pathname !== `${pages.prefix}token`) return undefined
  if (request.method !== 'POST') return refuse('method')
  if (request.headers.get('content-type') !== 'application/x-www-form-urlencoded') {
    return refuse('content type')
  }
  const form = new URLSearchParams(await request.text())
  const isClient = form.get('client_id') === client.id
  if (!isClient || (form.get('client_secret') ?? undefined) !== pages.secret) {
    return Response.json({ error: 'invalid_client' }, { status: 401 })
  }
  const problem =
    form.get('grant_type') === 'refresh_token'
      ? renew(state.oauth, form)
      : redeem(pages, state.oauth, form)
  return problem ?? giveTokens(pages, state)
}

const refuse = (error: string) => Response.json({ error }, { status: 400 })

function authorize({ challenge }: Pages, { codes }: OauthState, query: URLSearchParams) {
  const given = query.get('code_challenge') ?? ''
  const problems = [
    query.get('response_type') === 'code' ? '' : 'response_type',
    query.get('client_id') === client.id ? '' : 'client_id',
    query.get('redirect_uri') === redirectUrl ? '' : 'redirect_uri',
    (query.get('code_challenge_method') ?? 'plain') === challenge ? '' : 'code_challenge_method',
    /^[\w.~-]{43,128}$/.test(given) ? '' : 'code_challenge',
    (query.get('state') ?? '').length >= 32 ? '' : 'state',
  ].filter(Boolean)
  if (problems.length > 0) return refuse(problems.join(', '))
  const target = new URL(redirectUrl)
  target.searchParams.set('state', query.get('state')!)
  if (query.has('decline')) target.searchParams.set('error', 'access_denied')
  else {
    const code = crypto.randomUUID()
    codes.set(code, { challenge: given, redirectUrl })
    target.searchParams.set('code', code)
  }
  return new Response(null, { status: 302, headers: { location: target.href } })
}

function redeem({ challenge }: Pages, { codes }: OauthState, form: URLSearchParams) {
  const code = form.get('code') ?? ''
  const known = codes.get(code)
  codes.delete(code)
  const verifier = form.get('code_verifier') ?? ''
  const hash = new Bun.CryptoHasher('sha256').update(verifier).digest('base64url')
  const isRight =
    form.get('grant_type') === 'authorization_code' &&
    known?.redirectUrl === form.get('redirect_uri') &&
    known?.challenge === (challenge === 'plain' ? verifier : hash)
  return isRight ? undefined : refuse('invalid_grant')
}

function renew(state: OauthState, form: URLSearchParams) {
  const isKnown = state.refreshTokens.delete(form.get('refresh_token') ?? '')
  if (!isKnown || state.refusesRenewal) return refuse('invalid_grant')
  state.renewals += 1
  return undefined
}

function giveTokens({ seconds }: Pages, state: { oauth: OauthState; token: string }) {
  const refreshToken = `refresh-${crypto.randomUUID()}`
  state.oauth.refreshTokens.add(refreshToken)
  return Response.json(
    state.oauth.answer ?? {
      token_type: 'Bearer',
      expires_in: seconds,
      access_token: state.token,
      refresh_token: refreshToken,
    },
  )
}
