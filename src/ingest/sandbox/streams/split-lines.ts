interface SplitterOptions {
  maxBytes: number
  onLine(line: Uint8Array): void
  /** Receives the beginning of a line that is too long. The rest of the line is skipped. */
  onTooLong(start: Uint8Array): void
}

const lineFeed = 10

/**
 * Splits a byte stream into lines. Works on bytes, because a pipe may split a character. An
 * unterminated last line is not passed to `onLine`; `takeRest` returns it.
 */
export function createLineSplitter({ maxBytes, onLine, onTooLong }: SplitterOptions) {
  let parts: Uint8Array[] = []
  let length = 0
  let isSkipping = false

  const takeRest = (): Uint8Array => {
    const line = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    parts = []
    length = 0
    return line
  }

  const addPart = (part: Uint8Array) => {
    if (isSkipping || part.length === 0) return
    parts.push(part)
    length += part.length
    if (length <= maxBytes) return
    isSkipping = true
    onTooLong(takeRest().subarray(0, maxBytes))
  }

  const endLine = () => {
    if (!isSkipping) onLine(takeRest())
    isSkipping = false
  }

  return {
    add(chunk: Uint8Array) {
      let start = 0
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        addPart(chunk.subarray(start, end))
        endLine()
        start = end + 1
      }
      addPart(chunk.subarray(start))
    },
    takeRest,
  }
}

export type LineSplitter = ReturnType<typeof createLineSplitter>
