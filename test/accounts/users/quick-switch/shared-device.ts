/** A browser that several people share. */
import { expect } from 'bun:test'
import type { TestServer } from '../../../support/server'
import { password } from '../../sign-in'

export const page = { origin: 'http://localhost' }

/** Keeps its cookies. */
export class SharedDevice {
  readonly cookies = new Map<string, string>()
  readonly #server: TestServer

  constructor(server: TestServer) {
    this.#server = server
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = page) {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await this.#server.call(method, path, {
      ...(body !== undefined && { body }),
      headers: { ...headers, ...(cookie && { cookie }) },
    })
    for (const given of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(given)!
      this.cookies.set(name!, value!)
    }
    return answer
  }

  login(username: string) {
    return this.send('POST', '/auth/login', { username, password })
  }

  switchTo(name: string, pin: string, headers = page) {
    const userId = this.#server.getUserId(name)
    return this.send('POST', '/auth/quick-switch', { userId, pin }, headers)
  }

  async listPeople() {
    const { body } = await this.send('GET', '/auth/quick-switch/people')
    return body.people as { id: string; username: string; needsPassword: boolean }[]
  }

  async offer(username: string, pin: string) {
    await this.login(username)
    const set = await this.send('PUT', '/auth/quick-switch/pin', { currentPassword: password, pin })
    expect(set.status).toBe(204)
    const offered = await this.send('POST', '/auth/quick-switch/devices')
    expect(offered.status).toBe(204)
    return this
  }

  async findName() {
    const { status, body } = await this.send('GET', '/auth/me')
    return status === 200 ? (body.username as string) : undefined
  }
}
