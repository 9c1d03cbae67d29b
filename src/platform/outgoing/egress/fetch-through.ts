/** Sends requests to hosts that users, plugins or providers specify, through the egress proxy. */
import type { OutgoingContext } from '../model'
import { type Egress, startEgress } from './egress'
import { findUpstreamProxy } from './upstream-proxy'

const exceptionLists = ['NO_PROXY', 'no_proxy'] as const

export interface EgressContext extends Pick<OutgoingContext, 'config' | 'log' | 'timeoutMs'> {
  /** Set by tests to reach a server on this machine. */
  readonly egress?: Egress
  readonly certificate?: string
}

let ownEgress: Promise<Egress> | undefined

/**
 * Sends a request without following redirects. The connection is closed when the promise of `read`
 * settles.
 */
export async function fetchThroughEgress<Result>(
  ctx: EgressContext,
  url: URL,
  init: BunFetchRequestInit,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const egress = ctx.egress ?? (await (ownEgress ??= openEgress(ctx)))
  const client = egress.addClient([url.hostname])
  try {
    const response = await fetchThrough(client.proxyUrl, url, {
      redirect: 'manual',
      ...init,
      ...(ctx.certificate !== undefined && { tls: { ca: ctx.certificate } }),
    })
    return await read(response)
  } finally {
    client.close()
  }
}

async function openEgress({ config }: EgressContext): Promise<Egress> {
  try {
    return await startEgress({ findProxy: (host) => findUpstreamProxy(config, host) })
  } catch (error) {
    ownEgress = undefined
    throw error
  }
}

/**
 * Calls `fetch` with a proxy for all hosts. Bun's own `fetch` ignores even an explicit proxy for
 * hosts that are listed in NO_PROXY. It reads the variables before it returns, so they are unset
 * only during the call.
 */
function fetchThrough(proxy: string, url: URL, init: BunFetchRequestInit): Promise<Response> {
  const saved = exceptionLists.map((name) => [name, process.env[name]] as const)
  for (const name of exceptionLists) delete process.env[name]
  try {
    return fetch(url, { ...init, proxy })
  } finally {
    for (const [name, value] of saved) if (value !== undefined) process.env[name] = value
  }
}
