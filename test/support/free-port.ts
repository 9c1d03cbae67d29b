import { createServer } from 'node:net'

/** Returns a port of this machine above 20000 that is not in use. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const probe = createServer()
    await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
    const address = probe.address()
    await new Promise((done) => probe.close(done))
    if (address && typeof address === 'object' && address.port > 20_000) return address.port
  }
}
