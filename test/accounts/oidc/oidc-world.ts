/** A Quire server on a real socket, and an OpenID Connect provider. */
import {
  clientId,
  clientSecret,
  type IdentityProvider,
  startIdentityProvider,
  visitProvider,
} from '../../support/identity-provider'
import { type TestServer, startTestServer } from '../../support/server'

export interface OidcWorld {
  server: TestServer
  provider: IdentityProvider
  /** Exists only with the option `second`. */
  second: IdentityProvider | undefined
  /** Address of Quire with its base path. */
  url: string
  close(): Promise<void>
}

interface Options {
  provider?: object
  /** Settings of a second provider, named `second`. */
  second?: object
  settings?: Record<string, string>
  basePath?: string
}

export async function startOidcWorld(options: Options = {}): Promise<OidcWorld> {
  let handle: ((request: Request) => Promise<Response>) | undefined
  const front = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => handle!(request),
  })
  const basePath = options.basePath ?? ''
  const url = `http://127.0.0.1:${front.port}${basePath}`
  const provider = await startIdentityProvider(url)
  const second = options.second && (await startIdentityProvider(url, 'second'))
  const shared = {
    client_id: clientId,
    client_secret: clientSecret,
    scopes: 'openid profile email groups',
  }
  const home = { ...shared, name: 'home', display_name: 'Home', issuer: provider.issuer }
  const providers = [{ ...home, ...options.provider }]
  if (second) {
    const more = { name: 'second', display_name: 'Second', issuer: second.issuer }
    providers.push({ ...shared, ...more, ...options.second })
  }
  const server = await startTestServer({
    'server.public_url': url,
    'server.base_path': basePath,
    'auth.oidc.providers': JSON.stringify(providers),
    ...options.settings,
  })
  handle = async (request) => server.app.handle(stripBasePath(request, basePath))
  return {
    server,
    provider,
    second,
    url,
    close: async () => {
      await front.stop(true)
      await provider.close()
      await second?.close()
      await server.close()
    },
  }
}

/** Removes the base path, as the server does before it calls the application. */
function stripBasePath(request: Request, basePath: string): Request {
  const url = new URL(request.url)
  if (!url.pathname.startsWith(`${basePath}/`)) return request
  url.pathname = url.pathname.slice(basePath.length)
  return new Request(url.href, request)
}

/** A browser with its own cookies. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly #world: OidcWorld

  constructor(world: OidcWorld) {
    this.#world = world
  }

  async send(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${this.#world.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method !== 'GET' && { origin: new URL(this.#world.url).origin }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** Goes to the provider, signs in there and returns, up to the callback. */
  async begin(subject: string, path = '/api/v1/auth/oidc/home/login', body: object = {}) {
    const response = await this.send('POST', path, body)
    if (response.status !== 200) throw new Error(`begin answered ${response.status}`)
    const { redirectUrl } = (await response.json()) as { redirectUrl: string }
    const back = await visitProvider(redirectUrl, subject)
    return back.href.slice(this.#world.url.length)
  }

  /** Signs in, and returns the address at which the interface opens. */
  async signIn(subject: string, body: object = {}): Promise<string> {
    const response = await this.send('GET', await this.begin(subject, undefined, body))
    if (response.status !== 303) throw new Error(`callback answered ${response.status}`)
    return response.headers.get('location')!
  }

  async me(): Promise<{ username: string; role: string } | undefined> {
    const response = await this.send('GET', '/api/v1/auth/me')
    return response.status === 200
      ? ((await response.json()) as { username: string; role: string })
      : undefined
  }
}
