import type { FileSink } from 'bun'
import { maxUnreadBytes } from '../limits'

export interface LineWriter {
  /** Resolves when the pipe has taken the line, or the program has ended. */
  write(message: object): Promise<void>
  /** Closes the pipe after what was written. */
  close(): Promise<void>
}

/** Writes JSON lines one after the other to a program that may not read them. */
export function createLineWriter(sink: FileSink, onUnread: () => void): LineWriter {
  let unreadBytes = 0
  let isClosed = false
  let last = Promise.resolve()
  const writeAfter = async (previous: Promise<void>, line: Uint8Array) => {
    await previous
    await ignoreClosedPipe(() => writeAll(sink, line))
    unreadBytes -= line.length
  }
  return {
    write(message) {
      // Its descriptor may belong to something else by now.
      if (isClosed) return last
      const line = Buffer.from(`${JSON.stringify(message)}\n`)
      unreadBytes += line.length
      if (unreadBytes > maxUnreadBytes) onUnread()
      last = writeAfter(last, line)
      return last
    },
    close() {
      isClosed = true
      last = last.then(() => ignoreClosedPipe(async () => void (await sink.end())))
      return last
    },
  }
}

async function writeAll(sink: FileSink, line: Uint8Array) {
  // Both may wait for the reader.
  await Promise.all([sink.write(line), sink.flush()])
}

const closedPipe = new Set(['EPIPE', 'ECONNRESET', 'EBADF', 'ENOTCONN'])

/** That the program has ended is told by its exit. */
async function ignoreClosedPipe(act: () => Promise<void>) {
  try {
    await act()
  } catch (error) {
    if (!closedPipe.has((error as { code?: string }).code ?? '')) throw error
  }
}
