/**
 * Answers the requests of the interface. A test gives the answers by route, typed by the API
 * document. A request without an answer fails the test.
 */
import type { paths } from '../../../../src/web/ui/api/schema'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : null
type Answers<Operation> = Operation extends { responses: infer Responses } ? Responses : never
type Good<Operation> = {
  [Status in keyof Answers<Operation> & (200 | 201 | 202 | 204)]: Json<Answers<Operation>[Status]>
}[keyof Answers<Operation> & (200 | 201 | 202 | 204)]

type Path = keyof paths
type Routes<Used extends Method> = {
  [At in Path]: paths[At] extends Record<Used, object> ? At : never
}[Path]

export interface SentRequest {
  method: string
  /** With the query, below the host. */
  url: string
  body: unknown
  /** The user as whom an administrator views the library. */
  viewAs?: string
  /** The version that is changed. */
  ifMatch?: string
}

type Sendable<Operation> = Operation extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : null

/** Describes a change that the interface sends, typed by the API document. */
export const sent = <Used extends Method, At extends Routes<Used>>(
  method: Used,
  path: At,
  body: Sendable<paths[At][Used]>,
  params: Record<string, string> = {},
): SentRequest => ({
  method: method.toUpperCase(),
  url: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? `{${name}}`),
  body,
})

interface Route {
  method: string
  pattern: RegExp
  answer: (request: SentRequest) => Response | Promise<Response>
}

/** Requests that only ask, with a question that is too long for an address. */
const asksOnly = /\/(?:(?:series|books)\/list(?:\/[\w-]+)?|access\/preview)(?:\?|$)/

export class FakeApi {
  /** All requests, oldest first. */
  readonly sent: SentRequest[] = []
  /** Requests without an answer. */
  readonly unknown: string[] = []
  readonly #routes: Route[] = []
  /** Infinite in a test that does not look at changes. */
  #checkedCount = Number.POSITIVE_INFINITY

  /** Answers a route. A later answer to the same route replaces an earlier one. */
  on<Used extends Method, At extends Routes<Used>>(
    method: Used,
    path: At,
    answer: Good<paths[At][Used]> | ((request: SentRequest) => Good<paths[At][Used]>),
    headers: Record<string, string> = {},
  ) {
    this.#add(method, path, (request) => {
      const body: unknown = typeof answer === 'function' ? (answer as Function)(request) : answer
      return body === null ? new Response(null, { status: 204 }) : Response.json(body, { headers })
    })
  }

  /** Answers a route when the answer is ready. */
  onSlow<Used extends Method, At extends Routes<Used>>(
    method: Used,
    path: At,
    answer: (request: SentRequest) => Promise<Good<paths[At][Used]>>,
  ) {
    this.#add(method, path, async (request) => Response.json(await answer(request)))
  }

  /** Refuses a route with an error of the server. */
  refuse<Used extends Method>(
    method: Used,
    path: Routes<Used>,
    status: number,
    error: { error: string; code?: string; message: string; details?: object[] },
  ) {
    this.#add(method, path, () => Response.json(error, { status }))
  }

  /** Requests that change something. */
  get changes() {
    const changes = this.#listChanges()
    this.#checkedCount = changes.length
    return changes
  }

  /** Changes that were sent after the test looked at them for the last time. */
  get uncheckedChanges() {
    return this.#listChanges().slice(this.#checkedCount)
  }

  /** Requests to an address, without its query. */
  sentTo(method: Method, path: string) {
    return this.sent.filter(
      (request) => request.method === method.toUpperCase() && request.url.split('?')[0] === path,
    )
  }

  fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const [viewAs, ifMatch] = ['x-view-as', 'if-match'].map((name) => request.headers.get(name))
    const received = {
      method: request.method,
      url: pathname + search,
      body: await readBody(request),
      ...(viewAs && { viewAs }),
      ...(ifMatch && { ifMatch }),
    }
    this.sent.push(received)
    const route = this.#routes.find(
      ({ method, pattern }) => method === request.method && pattern.test(pathname),
    )
    if (route) return route.answer(received)
    this.unknown.push(`${received.method} ${received.url}`)
    // An error that the interface does not retry.
    return Response.json({ error: 'internal', message: 'No answer' }, { status: 501 })
  }

  #listChanges() {
    return this.sent.filter(({ method, url }) => method !== 'GET' && !asksOnly.test(url))
  }

  #add(method: Method, path: string, answer: Route['answer']) {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    this.#routes.unshift({ method: method.toUpperCase(), pattern, answer })
  }
}

/** Of an uploaded file, the name is kept. */
async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/')) {
    const fields = [...(await request.formData())]
    return Object.fromEntries(
      fields.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
    )
  }
  const text = await request.text()
  return text === '' ? null : JSON.parse(text)
}
