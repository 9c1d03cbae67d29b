import { expect, test } from 'bun:test'
import { createTestConfig } from '../../../support/server'
import type { Store } from '../../../../src/platform/db/store'
import type { Log } from '../../../../src/platform/log/log'
import { WorkerSupervisor } from '../../../../src/platform/jobs/worker/worker-supervisor'
import { waitUntil } from '../../../support/wait-until'

/** Creates a store without jobs whose queries end when the test ends them. */
function createSlowStore() {
  const queries: PromiseWithResolvers<[]>[] = []
  const listeners: ((payload: string) => void)[] = []
  const limit = () => {
    const query = Promise.withResolvers<[]>()
    queries.push(query)
    return query.promise
  }
  const statement: object = new Proxy(
    { limit },
    { get: (own, name) => (name === 'limit' ? own.limit : () => statement) },
  )
  const store = {
    db: { select: () => statement },
    listen: async (_: string, listener: (payload: string) => void) => {
      listeners.push(listener)
      return async () => undefined
    },
  }
  return { store: store as unknown as Store, queries, wake: () => listeners[0]!('') }
}

test('a job that is added while the server looks for jobs is found immediately', async () => {
  const { store, queries, wake } = createSlowStore()
  const supervisor = new WorkerSupervisor(store, {} as Log, {
    config: createTestConfig(),
    isEnabled: true,
    isAlone: false,
    forwardEvent: () => undefined,
    writeLine: () => undefined,
  })
  const starting = supervisor.start()
  await waitUntil(() => queries.length === 1)
  // The query that is already running cannot find the new job.
  wake()
  queries[0]!.resolve([])
  await waitUntil(() => queries.length === 2, 2_000)
  queries[1]!.resolve([])
  await starting
  expect(queries).toHaveLength(2)
  await supervisor.stop()
})
