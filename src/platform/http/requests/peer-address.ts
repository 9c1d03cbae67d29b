const peers = new WeakMap<Request, string>()

/** Stores the connection's address, because copies of a request lose it. */
export const storePeer = (request: Request, address: string) => void peers.set(request, address)

/** The address of the connection: a client or a proxy. */
export const getStoredPeer = (request: Request): string | undefined => peers.get(request)
