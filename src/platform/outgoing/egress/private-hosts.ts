/** Detects hosts that the egress proxy refuses, so that they are rejected when they are entered. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../../config/model'
import { isPublicAddress } from './public-addresses'
import { findUpstreamProxy } from './upstream-proxy'

const maxLookupMs = 2_000

/** Returns whether the name is local in every network. */
export const isLocalName = (host: string): boolean =>
  !/\../.test(host) || /(^|\.)(localhost|local|internal|home\.arpa|lan|home)\.?$/.test(host)

/**
 * True for addresses and names of the local network, and for names that resolve only to private
 * addresses. False if the name cannot be resolved at the moment, if a proxy resolves it, or if
 * `providers.offline` is on.
 */
export async function isPrivateHost(config: Config, hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(host) > 0) return !isPublicAddress(host)
  if (isLocalName(host)) return true
  if (config.providers.offline || findUpstreamProxy(config, host)) return false
  const addresses = await resolveWithinLimit(host)
  return addresses.length > 0 && !addresses.some(isPublicAddress)
}

async function resolveWithinLimit(host: string): Promise<string[]> {
  const timeout = Promise.withResolvers<{ address: string }[]>()
  const timer = setTimeout(() => timeout.resolve([]), maxLookupMs)
  try {
    const found = await Promise.race([lookup(host, { all: true }), timeout.promise])
    return found.map(({ address }) => address)
  } catch {
    // The name is unknown or no DNS server responds. The request itself will report that.
    return []
  } finally {
    clearTimeout(timer)
  }
}
