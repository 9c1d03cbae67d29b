/** A real OpenID Connect provider. Users sign in by name with any password. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const clientId = 'quire'
export const clientSecret = 'a secret of the provider that is long enough'

interface Person {
  preferred_username?: string
  email?: string
  email_verified?: unknown
  groups?: string[]
}

/** Method that the types of the package omit. */
interface LogoutClient {
  backchannelLogout(subject: string, sid: string): Promise<void>
}

export interface IdentityProvider {
  issuer: string
  /** Users by subject identifier, which is also their name for signing in. */
  people: Map<string, Person>
  /** Sends a back-channel logout to Quire, as when an administrator ends a session. */
  endSession(subject: string, sid: string): Promise<void>
  close(): Promise<void>
}

/** Reserves the address of a provider, for settings that are needed before it starts. */
export async function reserveIssuer() {
  let handle: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => void handle!(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const setHandler = (given: typeof handle) => {
    handle = given
  }
  return { server, issuer, setHandler }
}

/** Starts a provider for the Quire server at `url`. */
export async function startIdentityProvider(
  url: string,
  name = 'home',
  reserved?: Awaited<ReturnType<typeof reserveIssuer>>,
): Promise<IdentityProvider> {
  const { server, issuer, setHandler } = reserved ?? (await reserveIssuer())
  const people = new Map<string, Person>()
  const provider = createProvider(issuer, { url, name, people })
  setHandler(provider.callback())
  return {
    issuer,
    people,
    endSession: async (subject, sid) => {
      const client = (await provider.Client.find(clientId)) as unknown as LogoutClient
      await client.backchannelLogout(subject, sid)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Settings {
  url: string
  name: string
  people: ReadonlyMap<string, Person>
}

function createProvider(issuer: string, { url, name, people }: Settings): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...new Set([name, 'home', 'second'])].map(
          (one) => `${url}/api/v1/auth/oidc/${one}/callback`,
        ),
        post_logout_redirect_uris: [`${url}/login`],
        backchannel_logout_uri: `${url}/api/v1/auth/oidc/${name}/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      openid: ['sub', 'sid'],
      profile: ['preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    cookies: { keys: ['a key of the test'] },
    features: {
      devInteractions: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    pkce: { required: () => true },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // Skips the consent page.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid profile email groups')
      await grant.save()
      return grant
    },
  })
}

type Jar = Map<string, string>

function keepCookies(jar: Jar, response: Response) {
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    jar.set(name, value)
  }
}

/** Signs in on the pages of the provider. Returns the URL to which it redirects afterwards. */
export async function visitProvider(address: string, subject: string): Promise<URL> {
  const jar: Jar = new Map()
  const { origin } = new URL(address)
  let next = { url: new URL(address), body: undefined as string | undefined }
  for (let hop = 0; hop < 10; hop += 1) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      method: next.body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(next.body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(next.body !== undefined && { body: next.body }),
    })
    keepCookies(jar, response)
    await response.text()
    const location = response.headers.get('location')
    if (location !== null) {
      const url = new URL(location, next.url)
      if (url.origin !== origin) return url
      next = { url, body: undefined }
    } else {
      const form = { prompt: 'login', login: subject, password: 'x' }
      next = { url: next.url, body: new URLSearchParams(form).toString() }
    }
  }
  throw new Error('the provider did not send the browser back')
}
