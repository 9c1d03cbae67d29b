/** Kills the worker process of a server while it scans. */
import {
  type Client,
  listFamily,
  findWorker,
  isRunning,
  type Server,
} from '../bench/support/server'
import { waitUntilIdle } from '../bench/support/scans'
import { waitUntil } from '../support/wait-until'

const longestDelayMs = 800
const scanPatienceMs = 120_000

interface Victim {
  server: Server
  client: Client
  libraryId: string
  random: () => number
}

/**
 * Kills the worker once or twice, in different scans, because a file is skipped after two crashes
 * in a row, and a job fails after three. Returns the process IDs of each worker and its children,
 * and the number of workers that were running a job.
 */
export async function killWorkers({ server, client, libraryId, random }: Victim) {
  const killed: number[][] = []
  let duringScan = 0
  for (let left = random() < 0.4 ? 2 : 1; left > 0; left--) {
    if (killed.length > 0) await waitUntilIdle(client, scanPatienceMs)
    // 409 means that a scan is already running.
    await client.call('POST', `/libraries/${libraryId}/scan?mode=deep`)
    const worker = await waitUntil(async () => (await isBusy(client)) && findWorker(server))
    await Bun.sleep(random() * longestDelayMs)
    if (!isRunning(worker)) continue
    if (await isBusy(client)) duringScan += 1
    killed.push(listFamily(worker))
    process.kill(worker, 'SIGKILL')
    await waitUntil(() => !isRunning(worker))
  }
  return { killed, duringScan }
}

async function isBusy(client: Client): Promise<boolean> {
  const { processing = 0 } = (await client.call('GET', '/tasks/stats')).body
  return processing > 0
}
