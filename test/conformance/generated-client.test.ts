/** B2: clients that two generators create from the API document compile and work. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient as generate } from '@hey-api/openapi-ts'
import createClient from 'openapi-fetch'
import type { paths } from '../../src/web/ui/api/schema'
import { dialect } from '../../src/platform/db/dialect'
import { seedLibrary, seedSeries } from '../support/seed'
import { type TestServer, startTestServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server)
  for (const title of ['Bell', 'Anvil']) await seedSeries(server, library, { title })
})
afterAll(() => server.close())

test('B2: the client of openapi-typescript lists series', async () => {
  const client = createClient<paths>({
    baseUrl: 'http://localhost',
    headers: { authorization: `Bearer ${server.getToken('ann')}` },
    fetch: async (request) => server.app.handle(request),
  })
  const { data, error } = await client.GET('/api/v1/series', {
    params: { query: { sort: 'name,asc', pageSize: 10 } },
  })
  expect(error).toBeUndefined()
  const titles: string[] = data!.data.map(({ metadata }) => metadata.title)
  expect(titles).toEqual(['Anvil', 'Bell'])
  const wrong = await client.GET('/api/v1/series', { params: { query: { sort: 'nothing' } } })
  expect(wrong.error!.details![0]!.path).toBe('sort')
})

/** Source of a program that uses the generated client. */
const program = `
import { createClient } from './client/client'
import { listSeries } from './client'

export async function run(fetch: (request: Request) => Promise<Response>, token: string) {
  const client = createClient({
    baseUrl: 'http://localhost',
    fetch: fetch as typeof globalThis.fetch,
    headers: { authorization: 'Bearer ' + token },
  })
  const { data, error } = await listSeries({ client, query: { sort: 'name,asc', pageSize: 10 } })
  if (error !== undefined) throw new Error(error.error)
  const titles: string[] = data.data.map(({ metadata }) => metadata.title)
  const wrong = await listSeries({ client, query: { sort: 'nothing' } })
  return { titles, wrong: wrong.error?.details?.[0]?.path }
}
`

const compilerOptions = {
  target: 'ESNext',
  lib: ['ESNext', 'DOM', 'DOM.Iterable'],
  types: [],
  module: 'Preserve',
  moduleResolution: 'bundler',
  strict: true,
  noEmit: true,
}

// Runs only once, because the result does not depend on the database.
test.skipIf(dialect === 'postgres')(
  'B2: a client of another generator compiles and works',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'client-'))
    try {
      await generate({
        input: resolve(import.meta.dir, '../../docs/openapi.json'),
        output: join(folder, 'client'),
        plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
        logs: { level: 'silent' },
      })
      await Bun.write(join(folder, 'program.ts'), program)
      const config = { compilerOptions, include: ['program.ts', 'client'] }
      await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(config))
      const command = [process.execPath, 'check', '--no-script', '-p', folder]
      const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder })
      expect({ exitCode, output: `${stdout}${stderr}` }).toMatchObject({ exitCode: 0 })
      const { run } = await import(join(folder, 'program.ts'))
      const fetch = async (request: Request) => server.app.handle(request)
      expect(await run(fetch, server.getToken('ann'))).toEqual({
        titles: ['Anvil', 'Bell'],
        wrong: 'sort',
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  120_000,
)
