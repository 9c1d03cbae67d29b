/**
 * Requests to servers that the administrator has configured, such as an OpenID Connect provider.
 * They may be on the local network and use plain HTTP. Time and size are limited, and redirects are
 * not followed.
 */
import type { Config } from '../config/model'
import { findUpstreamProxy } from './egress/upstream-proxy'
import { isLocalName } from './egress/private-hosts'
import { isPublicAddress } from './egress/public-addresses'
import { isIP } from 'node:net'
import { getUserAgent, readBounded } from './exchange'

const usualTimeoutMs = 10_000
const usualMaxBytes = 1024 * 1024

export class TooLarge extends TypeError {
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super('the response is too large')
    this.maxBytes = maxBytes
  }
}

interface ConfiguredRequest {
  method?: string
  headers?: Record<string, string>
  body?: RequestInit['body']
  timeoutMs?: number
  maxBytes?: number
}

export async function fetchConfigured(
  { config }: { config: Config },
  address: string,
  init: ConfiguredRequest,
): Promise<Response> {
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('not an http address')
  const proxy = isLocalHost(url.hostname) ? undefined : findUpstreamProxy(config, url.hostname)
  const response = await fetch(url, {
    method: init.method ?? 'GET',
    headers: { ...init.headers, 'user-agent': getUserAgent(config) },
    ...(init.body !== undefined && init.body !== null && { body: init.body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(init.timeoutMs ?? usualTimeoutMs),
    ...(proxy && { proxy: proxy.href }),
  })
  const maxBytes = init.maxBytes ?? usualMaxBytes
  const body = await readBounded(response, maxBytes)
  if (!body) throw new TooLarge(maxBytes)
  const { status, headers } = response
  const isEmpty = [101, 204, 205, 304].includes(status)
  return new Response(isEmpty ? null : new Uint8Array(body), { status, headers })
}

/**
 * True for hosts to which Quire connects directly, because the network's proxy serves only hosts
 * outside the network.
 */
export function isLocalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return isLocalName(host)
}
