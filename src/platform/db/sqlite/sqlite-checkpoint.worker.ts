/** Checkpoints the write-ahead log during bulk writes, so that the main thread never has to. */
import { Database } from 'bun:sqlite'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<{ open: string }>) => {
  const database = new Database(data.open, { readwrite: true })
  database.run('pragma busy_timeout = 0')
  database.run('pragma synchronous = normal')
  setInterval(() => {
    database.query('pragma wal_checkpoint(passive)').all()
  }, 700)
}
