const peers = new WeakMap<Request, string>()

/** Stores the address of the connection, because copies of a request lose it. */
export const storePeer = (request: Request, address: string) => void peers.set(request, address)

/** The address of the connection, which is that of a client or a proxy. */
export const getStoredPeer = (request: Request): string | undefined => peers.get(request)
