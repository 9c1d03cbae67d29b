/**
 * Routes that are answered without the framework, whose overhead is several times the cost of a
 * "not modified" response: a page of covers sends hundreds of such requests. The schemas and hooks
 * of the route still apply. Requests in any unusual form are left to the framework.
 */
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { TSchema } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import type { Context } from '../../../context'
import { andThen, type NowOrLater } from '../../lib/async/now-or-later'
import { createDefaultHeaders, finishResponse, refuseLargeBody } from '../default-headers'
import { recordRequest } from '../request-metrics'
import { getPath } from './path'

/**
 * Member of a GET route's `detail`. Such a route must have no hooks other than `transform` and
 * `resolve`. It must not use default values, and its handler may use only `request` and the values
 * that its hooks and schemas provide.
 */
export const answersDirectly = 'x-answers-directly'

type Routes = AnyElysia['routes']

export interface DirectRoutes {
  /** Adds the routes that are answered directly, and ignores all others. */
  add(routes: Routes): void
  /** Returns undefined if the framework must answer the request. */
  answer(request: Request): NowOrLater<Response | undefined>
}

interface DirectOptions {
  limitRate: (request: Request) => NowOrLater<void>
  mapError: (failure: { code: string; error: unknown; request: Request; set: Set }) => Response
}

interface Set {
  headers: ReturnType<typeof createDefaultHeaders>
}

type Texts = Record<string, string>

interface Exchange {
  request: Request
  params: Texts
  query: Texts
}

type Hook = (exchange: Exchange) => NowOrLater<unknown>

interface DirectRoute {
  path: string
  pattern: RegExp
  /** Names of the parameters, in the order of the capture groups of `pattern`. */
  names: readonly string[]
  params: TypeCheck<TSchema> | undefined
  query: TypeCheck<TSchema> | undefined
  checks: readonly Hook[]
  resolvers: readonly Hook[]
  handler: Hook
}

export function createDirectRoutes(
  ctx: Pick<Context, 'config' | 'db' | 'log'>,
  { limitRate, mapError }: DirectOptions,
): DirectRoutes {
  const direct: DirectRoute[] = []
  const respond = (route: DirectRoute, exchange: Exchange, set: Set) => {
    const { request } = exchange
    refuseLargeBody(request, ctx.config.server.max_upload_mb)
    const answer = andThen(limitRate(request), () => handle(route, exchange))
    return andThen(answer, (found) => finishResponse(request, found, set))
  }
  const run = (route: DirectRoute, exchange: Exchange): NowOrLater<Response | undefined> => {
    const { request } = exchange
    const startedMs = performance.now()
    const set = { headers: createDefaultHeaders(request) }
    const fail = (error: unknown) => mapError({ code: 'UNKNOWN', error, request, set })
    const record = (response: Response | undefined) => {
      if (!response) return undefined
      recordRequest(ctx.log, request, { route: route.path, status: response.status, startedMs })
      return response
    }
    try {
      const work = () => respond(route, exchange, set)
      const response = ctx.db.atOneVersion ? ctx.db.atOneVersion(work) : work()
      return response instanceof Promise ? response.catch(fail).then(record) : record(response)
    } catch (error) {
      return record(fail(error))
    }
  }
  return {
    add: (routes) => void direct.push(...routes.filter(isDirect).map(createDirectRoute)),
    answer: (request) => {
      if (request.method !== 'GET') return undefined
      const path = getPath(request)
      for (const route of direct) {
        const found = route.pattern.exec(path)
        const exchange = found && readExchange(route, found, request)
        if (exchange) return run(route, exchange)
      }
      return undefined
    },
  }
}

const handle = ({ checks, resolvers, handler }: DirectRoute, exchange: Exchange) =>
  andThen(runAll(checks, exchange), () => {
    for (const resolve of resolvers) Object.assign(exchange, resolve(exchange))
    return handler(exchange)
  })

function runAll([check, ...more]: readonly Hook[], exchange: Exchange): NowOrLater<unknown> {
  return check && andThen(check(exchange), () => runAll(more, exchange))
}

type Route = Routes[number]

const isDirect = ({ method, hooks }: Route) =>
  method === 'GET' && hooks.detail?.[answersDirectly] === true

function createDirectRoute({ path, hooks, handler }: Route): DirectRoute {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '([\\w-]+)')}$`)
  return {
    path,
    pattern,
    names,
    params: compile(hooks.params),
    query: compile(hooks.query),
    checks: listLocalHooks(hooks.transform),
    resolvers: listLocalHooks(hooks.beforeHandle),
    handler: handler as Hook,
  }
}

const compile = (schema: TSchema | undefined) => schema && TypeCompiler.Compile(schema)

const immediate = Symbol('immediate')

/**
 * Creates a hook that is declared `async`, because the framework awaits only such functions. Direct
 * answers call the original hook, which returns a promise only if it has to wait.
 */
export const createAwaitedHook = <Exchanged>(hook: (exchange: Exchanged) => NowOrLater<void>) =>
  Object.assign(async (exchange: Exchanged) => hook(exchange), { [immediate]: hook })

interface HookContainer {
  fn: Hook & { [immediate]?: Hook }
  scope?: string
}

/**
 * Lists the hooks of a route. Omits those of the whole app, because direct answers do the same work
 * themselves.
 */
const listLocalHooks = (hooks: HookContainer | readonly HookContainer[] = []): Hook[] =>
  [hooks]
    .flat()
    .filter(({ scope }) => scope !== 'global')
    .map(({ fn }) => fn[immediate] ?? fn)

/** Returns undefined if the framework must read the request. */
function readExchange(
  { names, params, query }: DirectRoute,
  found: RegExpExecArray,
  request: Request,
): Exchange | undefined {
  const given: Texts = {}
  for (const [place, name] of names.entries()) given[name] = found[place + 1]!
  if (params && !params.Check(given)) return undefined
  const asked = readQuery(request.url)
  if (!asked || (query && !query.Check(asked))) return undefined
  return { request, params: given, query: asked }
}

const plainQuery = /^[\w.-]+=[\w.:-]*(&[\w.-]+=[\w.:-]*)*$/

/** Returns undefined unless each parameter occurs exactly once and without escape sequences. */
function readQuery(url: string): Texts | undefined {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const text = url.slice(start + 1)
  if (!plainQuery.test(text)) return undefined
  const pairs = text.split('&').map((pair) => pair.split('=') as [string, string])
  const query = Object.fromEntries(pairs)
  return Object.keys(query).length === pairs.length ? query : undefined
}
