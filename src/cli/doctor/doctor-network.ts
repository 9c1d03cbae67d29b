/**
 * `quire doctor`: the address at which other devices reach the server, and proxies in front of it.
 */
import type { Config } from '../../platform/config/model'
import { isTrustedAddress } from '../../platform/http/requests/client-address'
import { readBounded } from '../../platform/outgoing/exchange'
import type { Finding } from './doctor-finding'

const timeoutMs = 5_000
const maxClockDifferenceS = 60
const maxBytes = 10_000

/**
 * Requests `public_url`, as a browser would, and compares the clock of the responding machine with
 * the clock of this machine.
 */
export async function checkPublicUrl({ server }: Config): Promise<Finding[]> {
  const check = 'public URL'
  const { public_url: url } = server
  if (url === undefined) {
    const message = 'server.public_url is not set; links in feeds use the address of each request.'
    return [{ check, state: 'ok', message }]
  }
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${url}/health`, { signal, redirect: 'manual' })
    const body = (await readBounded(response, maxBytes))?.toString('utf8') ?? ''
    return [describeAnswer(url, response.status, body), ...compareClock(response.headers)]
  } catch (error) {
    const message = `${url} cannot be reached from this machine: ${(error as Error).message}`
    const advice =
      'Start Quire and the proxy, and check the name, the certificate and the firewall. Some routers do not let a machine reach itself by its public address; then try from another network.'
    return [{ check, state: 'warning', message, advice }]
  }
}

function describeAnswer(url: string, status: number, body: string): Finding {
  const check = 'public URL'
  if (isHealthy(body)) return { check, state: 'ok', message: `${url} leads to Quire.` }
  if (status >= 300 && status < 400) {
    const message = `${url} leads to another address (status ${status}).`
    const advice = 'Set server.public_url to the address that it leads to.'
    return { check, state: 'warning', message, advice }
  }
  if (status === 502 || status === 503 || status === 504) {
    const message = `${url} responds that the server behind it is unavailable (status ${status}).`
    const advice = 'Start Quire, and check which address and port the proxy forwards requests to.'
    return { check, state: 'warning', message, advice }
  }
  const message = `${url} leads to something other than Quire (status ${status}).`
  const advice =
    'Check server.public_url, server.base_path and the path that the proxy forwards. It must not ask for a password of its own.'
  return { check, state: 'problem', message, advice }
}

function isHealthy(body: string): boolean {
  try {
    return (JSON.parse(body) as { status?: unknown } | null)?.status === 'ok'
  } catch {
    return false
  }
}

function compareClock(headers: Headers): Finding[] {
  const theirs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return []
  const apart = Math.round(Math.abs(Date.now() - theirs) / 1000)
  if (apart <= maxClockDifferenceS) return []
  const message = `The clocks of this machine and of the machine at the public URL are ${apart} seconds apart.`
  const advice = 'Synchronize both with a time server.'
  return [{ check: 'clock', state: 'warning', message, advice }]
}

/**
 * Checks the trusted proxies. `seen` is the latest address that sent X-Forwarded-* headers without
 * being trusted.
 */
export function checkProxies(config: Config, seen: string | undefined): Finding[] {
  const check = 'proxies'
  const { public_url: url = '', trusted_proxies: trusted } = config.server
  if (seen !== undefined && !isTrustedAddress(config, seen)) {
    const message = `A request from ${seen} had X-Forwarded-* headers, which were ignored, because ${seen} is not among server.trusted_proxies. Any client can send such headers.`
    const advice = `If you run a proxy at ${seen}, add it to server.trusted_proxies, so that its clients have their own addresses and rate limits. Otherwise, do nothing.`
    return [{ check, state: url.startsWith('https:') ? 'warning' : 'ok', message, advice }]
  }
  if (url.startsWith('https:') && trusted.length === 0) {
    const message =
      'server.public_url is HTTPS, so a proxy is in front of Quire, but server.trusted_proxies is empty.'
    const advice =
      'Add the address of the proxy, so that the log and rate limits use the addresses of clients.'
    return [{ check, state: 'warning', message, advice }]
  }
  const count = trusted.length
  const message =
    count === 0
      ? 'No proxy is trusted, and none was seen.'
      : `Trusted proxies: ${trusted.join(', ')}.`
  return [{ check, state: 'ok', message }]
}
