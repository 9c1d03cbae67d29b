import { BlockList, isIP } from 'node:net'

type Network = readonly [address: string, bits: number]

/** Networks that are not on the public internet, or that are tunnels to other networks. */
const specialV4: readonly Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT, shared by the customers of an internet provider.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Includes the metadata services of cloud providers.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
]
/**
 * Networks within 2000::/3, the only public range: tunnels, which embed IPv4 addresses, and
 * documentation.
 */
const specialV6: readonly Network[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
const publicV6 = new BlockList()
for (const [address, bits] of specialV4) special.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of specialV6) special.addSubnet(address, bits, 'ipv6')
publicV6.addSubnet('2000::', 3, 'ipv6')

/**
 * Also returns false for text that is not an address, and for IPv6 addresses that embed IPv4
 * addresses.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  // A zone such as %eth0 exists only on a local network.
  if (version !== 6 || address.includes('%')) return false
  return publicV6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
