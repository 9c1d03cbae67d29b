/** Checks of `quire doctor` on the processes that share a PostgreSQL database. */
import type { Sql } from 'postgres'
import type { Finding } from './doctor-finding'

interface FoundProcess {
  kind: 'serve' | 'worker'
  host: string
  pid: number
  isMissing: boolean
}

/** Finds servers and workers that have stopped responding. Requires a fully migrated database. */
export async function checkProcesses(client: Sql): Promise<Finding[]> {
  const found = await client<FoundProcess[]>`
    select kind, host, pid, seen_at < now() - interval '1 minute' as "isMissing"
    from processes order by host, pid`
  const check = 'processes'
  const missing = found.filter(({ isMissing }) => isMissing)
  if (missing.length === 0) {
    return [{ check, state: 'ok', message: `Running servers and workers: ${found.length}.` }]
  }
  const names = missing.map(({ kind, host, pid }) => `quire ${kind} on ${host} (process ${pid})`)
  return [
    {
      check,
      state: 'warning',
      message: `Stopped unexpectedly, or cannot reach the database: ${names.join(', ')}.`,
      advice:
        'Check their logs. Processes that do not start again are removed from this list after a day.',
    },
  ]
}
