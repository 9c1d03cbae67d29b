/** Real servers and workers in the list of processes. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { dialect } from '../../../src/platform/db/dialect'
import { Client } from '../../bench/support/server'
import { waitUntil } from '../../support/wait-until'
import { end, endChildren, run, serve } from './children'
import { newInstallation, remove, start } from './processes'

setDefaultTimeout(90_000)
afterEach(endChildren)

interface Listed {
  kind: string
  pid: number
  jobKinds: string[]
  watchesFolders: boolean
}

test('lists each process until it stops', async () => {
  const installation = await newInstallation({}, { isEmpty: true })
  const server = await start(installation)
  try {
    const client = await Client.signIn(server.url)
    const list = async (): Promise<Listed[]> => client.need('GET', '/admin/processes')
    const first = { kind: 'serve', pid: server.pid, watchesFolders: true }
    await waitUntil(async () => (await list()).some((each) => each.watchesFolders))
    expect(await list()).toContainEqual(expect.objectContaining(first))
    if (dialect === 'sqlite') return

    const kinds = { SERVICE_JOBS__KINDS: 'hash_books' }
    const { child: worker } = await run(installation, ['worker'], kinds)
    const second = await serve(installation)
    const others = [
      { kind: 'worker', pid: worker.pid, jobKinds: ['hash_books'], watchesFolders: false },
      { kind: 'serve', pid: second.pid, jobKinds: [], watchesFolders: false },
    ]
    const findOthers = async () =>
      (await list()).filter(({ pid }) => others.some((each) => each.pid === pid))
    await waitUntil(async () => (await findOthers()).length === 2)
    expect(await findOthers()).toEqual(
      expect.arrayContaining(others.map((each) => expect.objectContaining(each))),
    )
    await end(worker)
    await end(second)
    expect(await findOthers()).toEqual([])
  } finally {
    await remove(installation, server)
  }
})
