import type { FileSink } from 'bun'
import { maxUnreadBytes } from '../limits'

export interface LineWriter {
  /** Resolves when the pipe has taken the message as a line, or the program has ended. */
  write(message: object): Promise<void>
  /** Closes the pipe after what was written. */
  close(): Promise<void>
}

/**
 * Writes JSON lines one after the other to a program that may not read them. After `onFailure` the program
 * must be ended.
 */
export function createLineWriter(sink: FileSink, onFailure: (reason: string) => void): LineWriter {
  let unreadBytes = 0
  let isClosed = false
  let last = Promise.resolve()
  const runAfter = async (previous: Promise<void>, act: () => Promise<unknown>) => {
    await previous
    try {
      await act()
    } catch (error) {
      if (!isClosedPipe(error)) onFailure(`Writing failed: ${(error as Error).message}`)
    }
  }
  return {
    write(message) {
      // Its descriptor may belong to something else by now.
      if (isClosed) return last
      const line = Buffer.from(`${JSON.stringify(message)}\n`)
      unreadBytes += line.length
      if (unreadBytes > maxUnreadBytes) onFailure('The program does not read its input')
      last = runAfter(last, async () => {
        // Both may wait for the reader.
        await Promise.all([sink.write(line), sink.flush()])
        unreadBytes -= line.length
      })
      return last
    },
    close() {
      if (!isClosed) last = runAfter(last, async () => sink.end())
      isClosed = true
      return last
    },
  }
}

const closedPipeCodes = new Set(['EPIPE', 'ECONNRESET', 'ENOTCONN'])

/** That the program has ended is told by its exit. */
const isClosedPipe = (error: unknown) =>
  closedPipeCodes.has((error as { code?: string }).code ?? '')
