/** Measures response times while the server works. */
import { computeFigures } from './figures'
import type { Client, Server } from './server'

async function time(samples: number[], request: () => Promise<unknown>) {
  const sent = performance.now()
  await request()
  samples.push(performance.now() - sent)
}

/** Sends a request every 20 ms while `work` runs, without waiting for responses. */
export function startProbe({ url }: Server, client: Client) {
  return {
    during: async (work: Promise<unknown>) => {
      const [list, health]: [number[], number[]] = [[], []]
      const open = new Set<Promise<void>>()
      let turn = 0
      const timer = setInterval(() => {
        const request =
          turn++ % 2 === 0
            ? time(list, () => client.need('GET', '/series?pageSize=50'))
            : time(health, async () => (await fetch(`${url}/health`)).text())
        open.add(request)
        void request.finally(() => open.delete(request))
      }, 20)
      await work
      clearInterval(timer)
      await Promise.all(open)
      return { list: computeFigures(list), health: computeFigures(health) }
    },
  }
}
