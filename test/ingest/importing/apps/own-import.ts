/** Imports into one's own account, by HTTP. */
import { expect } from 'bun:test'
import { importingJobs } from '../../../../src/ingest/importing/jobs'
import { startTestServer, type TestServer } from '../../../support/server'

export async function startImportServer(): Promise<TestServer> {
  const server = await startTestServer()
  server.engine.register(importingJobs(server.ctx))
  await server.engine.start()
  return server
}

/** Uploads a file and returns the import when its preview is ready. */
export async function preview(server: TestServer, bytes: Uint8Array, name: string) {
  const form = new FormData()
  form.append('file', new File([bytes], name))
  const request = { method: 'POST', as: 'ann', body: form }
  const answer = await server.fetch('/api/v1/user/imports', request)
  expect(answer.status).toBe(201)
  return settle(server, ((await answer.json()) as { id: string }).id)
}

export async function act(server: TestServer, id: string, action: 'apply' | 'undo') {
  const { status } = await server.call('POST', `/user/imports/${id}/${action}`, { as: 'ann' })
  expect(status).toBe(202)
  return settle(server, id)
}

async function settle(server: TestServer, id: string) {
  await server.engine.idle()
  return (await server.call('GET', `/user/imports/${id}`, { as: 'ann' })).body
}
