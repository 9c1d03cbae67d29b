/** A Worker that crashes or hangs on certain file names. */
import type { ReadRequest } from '../../../src/ingest/scanning/read/analyze.worker'

declare const self: Worker

self.postMessage('ready')

self.addEventListener('message', ({ data }: MessageEvent<ReadRequest[]>) => {
  for (const { key, path } of data) {
    if (path === 'exit') process.exit(1)
    if (path === 'throw') throw new Error('broken')
    if (path === 'hang') while (true);
    self.postMessage({ key, contents: {} })
  }
})
