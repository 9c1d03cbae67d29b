/** Whose address a request comes from, and whether it came over https: a proxy is believed only if named. */
import { BlockList, isIP } from 'node:net'
import type { Context } from '../../context'
import { peerOf } from './peer'

type Ground = Pick<Context, 'config' | 'log'>

/** Undefined for a request that came over no connection, such as one the program makes itself. */
export function clientAddressOf(ctx: Ground, request: Request): string | undefined {
  const peer = peerOfRequest(request)
  if (!peer) return undefined
  const forwarded = request.headers.get('x-forwarded-for')
  if (!forwarded || !believes(ctx, peer)) return peer
  // Each proxy adds the address it saw at the end: the first stranger from the right is the visitor.
  const hops = forwarded.slice(-2000).split(',').map(plain).toReversed()
  let client = peer
  for (const hop of hops) {
    if (isIP(hop) === 0) break
    client = hop
    if (!isTrusted(ctx, hop)) break
  }
  return client
}

/** True when the visitor's own connection is encrypted, as far as is known. */
export function isOverHttps(ctx: Ground, request: Request): boolean {
  const forwarded = forwardedWord(ctx, request, 'x-forwarded-proto')
  return (forwarded ?? new URL(request.url).protocol.slice(0, -1)).toLowerCase() === 'https'
}

/** The names, with port, under which the visitor reached the server. */
export function ownHosts(ctx: Ground, request: Request): string[] {
  const publicUrl = ctx.config.server.public_url
  const hosts = [
    request.headers.get('host') ?? new URL(request.url).host,
    forwardedWord(ctx, request, 'x-forwarded-host'),
    publicUrl && new URL(publicUrl).host,
  ]
  return hosts.filter((host) => !!host).map((host) => String(host).toLowerCase())
}

function forwardedWord(ctx: Ground, request: Request, header: string): string | undefined {
  const peer = peerOfRequest(request)
  const value = request.headers.get(header)
  if (!peer || !value || !believes(ctx, peer)) return undefined
  return value.slice(0, 500).split(',')[0]!.trim()
}

function peerOfRequest(request: Request): string | undefined {
  const peer = peerOf(request)
  return peer && plain(peer)
}

const warned = new WeakSet<object>()

function believes(ctx: Ground, peer: string): boolean {
  if (isTrusted(ctx, peer)) return true
  if (!warned.has(ctx.config)) {
    warned.add(ctx.config)
    ctx.log.warn(
      { address: peer },
      'a reverse proxy says on whose behalf it asks, but is not believed: if it is yours, add its address to server.trusted_proxies',
    )
  }
  return false
}

const trustLists = new WeakMap<readonly string[], BlockList>()

function isTrusted(ctx: Ground, address: string): boolean {
  const networks = ctx.config.server.trusted_proxies
  if (networks.length === 0) return false
  const known = trustLists.get(networks)
  const trusted = known ?? trustListOf(networks)
  if (!known) trustLists.set(networks, trusted)
  return trusted.check(address, familyOf(address))
}

function trustListOf(networks: readonly string[]): BlockList {
  const trusted = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) trusted.addAddress(address, familyOf(address))
    else trusted.addSubnet(address, Number(bits), familyOf(address))
  }
  return trusted
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Without port, brackets, zone and the IPv6 way of writing an IPv4 address. */
function plain(given: string): string {
  const bare = given
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  return bare.replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1').toLowerCase()
}

/** What an address is counted under: one household has a whole /64 of IPv6 to choose from. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const words = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${words.slice(0, 4).join(':')}::/64`
}
