const peers = new WeakMap<Request, string>()

/** Stores the address of the connection, because copies of a request lose it. */
export const storePeer = (request: Request, address: string) => void peers.set(request, address)

/** Returns the address of the connection, which belongs to a client or a proxy. */
export const getStoredPeer = (request: Request): string | undefined => peers.get(request)
