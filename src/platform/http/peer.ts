const peers = new WeakMap<Request, string>()

/** Remembers the address at the other end of the connection: a request that was copied loses it. */
export const keepPeer = (request: Request, address: string) => void peers.set(request, address)

/** The address at the other end of the connection: a visitor or a proxy. */
export const peerOf = (request: Request): string | undefined => peers.get(request)
