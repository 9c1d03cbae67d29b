import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sidecars } from '../../../src/catalog/sidecars/schema'
import { listSidecars } from '../../../src/catalog/sidecars/service'
import { splitIntoSlices } from '../../../src/platform/lib/slices'
import { seedLibrary } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test.each([0, 1000, 1001, 2000])(
  '%d sidecar files of a folder are listed page by page',
  async (count) => {
    const { rootId } = await seedLibrary(server)
    const rows = Array.from({ length: count }, (_, n) => ({
      rootId,
      folder: `folder ${n % 3}`,
      name: `${n}.jpg`,
      kind: 'artwork' as const,
      size: 1,
      modifiedAtMs: 1,
    }))
    for (const slice of splitIntoSlices(rows, 500)) {
      await server.ctx.write((tx) => tx.insert(sidecars).values(slice))
    }
    const names: string[] = []
    for await (const page of listSidecars(server.ctx.db, rootId)) {
      expect(page.length).toBeLessThanOrEqual(1000)
      names.push(...page.map(({ name }) => name))
    }
    expect(names).toHaveLength(count)
    expect(new Set(names).size).toBe(count)
  },
)
