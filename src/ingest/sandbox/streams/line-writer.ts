import type { FileSink } from 'bun'
import { maxUnreadBytes } from '../limits'

export interface LineWriter {
  /**
   * Resolves when the message has been written to the pipe as a line, or the program has exited.
   */
  write(message: object): Promise<void>
  /** Closes the pipe after everything has been written. */
  close(): Promise<void>
}

/**
 * Writes JSON lines one at a time to a program that may not read them. After `onFailure`, the
 * program must be stopped.
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
      // The pipe is closed, and its descriptor may already be used for something else.
      if (isClosed) return last
      const line = Buffer.from(`${JSON.stringify(message)}\n`)
      unreadBytes += line.length
      if (unreadBytes > maxUnreadBytes) onFailure('The program does not read its input')
      last = runAfter(last, async () => {
        // Both calls may wait until the program reads.
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

/**
 * Returns whether the error means that the pipe is closed. The exit of the program is reported
 * separately.
 */
const isClosedPipe = (error: unknown) =>
  closedPipeCodes.has((error as { code?: string }).code ?? '')
