/** Adds libraries and waits for their scans, over HTTP. */
import type { Client } from './server'

export interface Scan {
  id: string
  status: string
  filesTotal: number
  added: number
  moved: number
  findings: number
  startedAt: string | null
  completedAt: string | null
  messages: { message: string }[]
}

/** Adds a folder as a library and starts its first scan. */
export async function addLibrary(client: Client, path: string): Promise<string> {
  const { id } = await client.need('POST', '/libraries', {
    name: `Bench ${path}`,
    path,
    scanImmediately: true,
    watch: 'off',
  })
  return id
}

/** Waits until the latest scan of a library has ended, and returns it. */
export async function waitForScan(
  client: Client,
  libraryId: string,
  patienceMs = 3_600_000,
): Promise<Scan> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const { data } = await client.need('GET', `/libraries/${libraryId}/scans?pageSize=1`)
    const [scan] = data as Scan[]
    if (scan && !['pending', 'running'].includes(scan.status)) {
      if (scan.status !== 'completed')
        throw new Error(
          `The scan ${scan.status}: ${scan.messages.map(({ message }) => message).join(' ')}`,
        )
      return scan
    }
    await Bun.sleep(50)
  }
  throw new Error('The scan did not end in time.')
}

export const getSeconds = ({ startedAt, completedAt }: Scan) =>
  (new Date(completedAt ?? NaN).getTime() - new Date(startedAt ?? NaN).getTime()) / 1000

/** Waits until no job is queued or running. Returns when that was first seen, in ms. */
export async function waitUntilIdle(client: Client, patienceMs = 3_600_000): Promise<number> {
  const deadline = Date.now() + patienceMs
  let idleSince = 0
  for (let still = 0; still < 3;) {
    if (Date.now() > deadline) throw new Error('The jobs did not end in time.')
    const { pending, processing } = await client.need('GET', '/tasks/stats')
    still = pending + processing === 0 ? still + 1 : 0
    if (still === 1) idleSince = performance.now()
    await Bun.sleep(200)
  }
  return idleSince
}
