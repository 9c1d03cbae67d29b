/** A Kobo device, simulated call by call. */
import { expect } from 'bun:test'
import type { Shelf } from '../../reading/pages/shelf'

// oxlint-disable-next-line typescript/no-explicit-any -- answers of any shape
export type KoboJson = any

export class KoboDevice {
  readonly path: string
  readonly id: string
  token: string | undefined

  readonly #shelf: Shelf

  constructor(shelf: Shelf, { path, id }: { path: string; id: string }) {
    this.#shelf = shelf
    this.path = path
    this.id = id
  }

  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const response = await fetch(new URL(`${this.path}${path}`, this.#shelf.url), {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.headers.get('set-cookie')).toBeNull()
    return response
  }

  async get(path: string): Promise<KoboJson> {
    const response = await this.send('GET', path)
    expect(response.status).toBe(200)
    return response.json()
  }

  /** Requests one response. If `isLost`, the device behaves as if it had not received it. */
  async syncOnce({ isLost = false } = {}): Promise<{ items: KoboJson[]; goesOn: boolean }> {
    const headers = { ...(this.token && { 'x-kobo-synctoken': this.token }) }
    const response = await this.send('GET', '/v1/library/sync', undefined, headers)
    expect(response.status).toBe(200)
    if (!isLost) this.token = response.headers.get('x-kobo-synctoken')!
    const goesOn = response.headers.get('x-kobo-sync') === 'continue'
    return { items: (await response.json()) as KoboJson[], goesOn }
  }

  async sync(): Promise<KoboJson[]> {
    const all: KoboJson[] = []
    for (let answers = 0; answers < 20; answers++) {
      const { items, goesOn } = await this.syncOnce()
      all.push(...items)
      if (!goesOn) return all
    }
    throw new Error('the sync does not end')
  }

  setState(id: string, percent: number | undefined, more: object = {}, status = 'Reading') {
    return this.send('PUT', `/v1/library/${id}/state`, {
      ReadingStates: [
        {
          EntitlementId: id,
          LastModified: '1999-01-01T00:00:00Z',
          CurrentBookmark: { ProgressPercent: percent, ...more },
          StatusInfo: { Status: status },
        },
      ],
    })
  }
}

export async function addKoboDevice(
  shelf: Shelf,
  as = 'ann',
  libraryIds: string[] | null = null,
): Promise<KoboDevice> {
  const body = { name: 'Libra', libraryIds }
  const { status, body: device } = await shelf.server.call('POST', '/kobo-devices', { as, body })
  expect(status).toBe(201)
  return new KoboDevice(shelf, device)
}
