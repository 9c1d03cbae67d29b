/** Checkpoints the write-ahead log during bulk writes, so that the main thread never has to. */
import { Database } from 'bun:sqlite'

declare const self: Worker

/** State of the log after a checkpoint. */
export interface LogState {
  pages: number
  /** True if the main thread requested the checkpoint. */
  isAnswer: boolean
}

const intervalMs = 700
let database: Database | undefined

self.onmessage = ({ data }: MessageEvent<{ open: string } | 'checkpoint'>) => {
  if (data === 'checkpoint') return checkpoint(true)
  database = new Database(data.open, { readwrite: true })
  database.run('pragma busy_timeout = 0')
  database.run('pragma synchronous = normal')
  setInterval(() => checkpoint(false), intervalMs)
}

function checkpoint(isAnswer: boolean) {
  const statement = database!.query<{ log: number }, []>('pragma wal_checkpoint(passive)')
  const state: LogState = { pages: statement.get()!.log, isAnswer }
  self.postMessage(state)
}
