/**
 * Client address, protocol and host of a request. X-Forwarded-* headers are honored only if they
 * come from trusted proxies.
 */
import { BlockList, isIP } from 'node:net'
import type { Context } from '../../../context'
import type { Config } from '../../config/model'
import { getStoredPeer } from './peer-address'
import { httpLogMessages } from '../messages'

type AddressContext = Pick<Context, 'config' | 'log'>

/** Returns undefined for internal requests, which have no connection. */
export function getClientAddress(ctx: AddressContext, request: Request): string | undefined {
  const peer = getPeer(request)
  if (!peer) return undefined
  const forwarded = request.headers.get('x-forwarded-for')
  if (!forwarded || !trustsPeer(ctx, peer)) return peer
  // Each proxy appends the address that it saw, so the client is the first untrusted address from
  // the right.
  const hops = forwarded.slice(-2000).split(',').map(normalizeAddress).toReversed()
  let client = peer
  for (const hop of hops) {
    if (isIP(hop) === 0) break
    client = hop
    if (!isTrusted(ctx, hop)) break
  }
  return client
}

/** True if the client's connection is encrypted, as far as the server knows. */
export function isHttps(ctx: AddressContext, request: Request): boolean {
  const forwarded = readForwardedHeader(ctx, request, 'x-forwarded-proto')
  return (forwarded ?? new URL(request.url).protocol.slice(0, -1)).toLowerCase() === 'https'
}

/** Returns the hosts, with port, that belong to this server: from the request and the settings. */
export function getOwnHosts(ctx: AddressContext, request: Request): string[] {
  const publicUrl = ctx.config.server.public_url
  const hosts = [
    request.headers.get('host') ?? new URL(request.url).host,
    readForwardedHeader(ctx, request, 'x-forwarded-host'),
    publicUrl && new URL(publicUrl).host,
  ]
  return hosts.filter((host) => !!host).map((host) => String(host).toLowerCase())
}

function readForwardedHeader(
  ctx: AddressContext,
  request: Request,
  header: string,
): string | undefined {
  const peer = getPeer(request)
  const value = request.headers.get(header)
  if (!peer || !value || !trustsPeer(ctx, peer)) return undefined
  return value.slice(0, 500).split(',')[0]!.trim()
}

/**
 * Headers that identify a user are honored only if this returns true, and otherwise silently
 * ignored.
 */
export function isFromTrustedProxy(ctx: AddressContext, request: Request): boolean {
  const peer = getPeer(request)
  return peer !== undefined && isTrusted(ctx, peer)
}

const peers = new Map<string, string>()
const maxPeers = 10_000

/** Remembers normalized addresses, because this runs several times for every request. */
function getPeer(request: Request): string | undefined {
  const peer = getStoredPeer(request)
  if (!peer) return undefined
  const known = peers.get(peer)
  if (known) return known
  if (peers.size >= maxPeers) peers.clear()
  const address = normalizeAddress(peer)
  peers.set(peer, address)
  return address
}

/** The latest address that sent X-Forwarded-* headers without being trusted. */
const untrusted = new WeakMap<Config, string>()

export const findUntrustedProxy = (config: Config) => untrusted.get(config)

function trustsPeer(ctx: AddressContext, peer: string): boolean {
  if (isTrusted(ctx, peer)) return true
  if (!untrusted.has(ctx.config)) {
    ctx.log.warn({ address: peer }, httpLogMessages.untrusted_proxy())
  }
  untrusted.set(ctx.config, peer)
  return false
}

const trustLists = new WeakMap<readonly string[], BlockList>()

const isTrusted = ({ config }: AddressContext, address: string) => isTrustedAddress(config, address)

export function isTrustedAddress({ server }: Config, address: string): boolean {
  const networks = server.trusted_proxies
  if (networks.length === 0) return false
  const known = trustLists.get(networks)
  const trusted = known ?? createTrustList(networks)
  if (!known) trustLists.set(networks, trusted)
  return trusted.check(address, getFamily(address))
}

function createTrustList(networks: readonly string[]): BlockList {
  const trusted = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) trusted.addAddress(address, getFamily(address))
    else trusted.addSubnet(address, Number(bits), getFamily(address))
  }
  return trusted
}

const getFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Removes port, brackets, zone and the IPv6 prefix of IPv4 addresses. */
function normalizeAddress(given: string): string {
  const bare = given
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  return bare.replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1').toLowerCase()
}

/**
 * Returns the address that rate limits use as a key. One IPv6 client controls a whole /64 network.
 */
export function getAddressGroup(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const words = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${words.slice(0, 4).join(':')}::/64`
}
