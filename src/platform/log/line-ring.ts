/** A recent log line, kept in memory for the live log. */
export interface RingLine {
  /** Starts at 1 and increases with each line. */
  id: number
  line: string
}

export class LineRing {
  readonly #maxLines: number
  readonly #maxBytes: number
  readonly #listeners = new Set<(line: RingLine) => void>()
  #lines: RingLine[] = []
  #bytes = 0
  #lastId = 0

  constructor({ maxLines = 2000, maxBytes = 4 * 1024 * 1024 } = {}) {
    this.#maxLines = maxLines
    this.#maxBytes = maxBytes
  }

  get lastId() {
    return this.#lastId
  }

  push(line: string) {
    const entry = { id: ++this.#lastId, line }
    this.#lines.push(entry)
    this.#bytes += line.length
    if (this.#lines.length > 2 * this.#maxLines || this.#bytes > 2 * this.#maxBytes) this.#cut()
    for (const listener of this.#listeners) listener(entry)
  }

  /**
   * Yields the lines that follow the line `after`, newest first, until a limit of the buffer is
   * reached.
   */
  *latest(after = 0): Generator<RingLine> {
    let bytes = 0
    for (const [place, entry] of this.#lines.toReversed().entries()) {
      bytes += entry.line.length
      if (entry.id <= after || place >= this.#maxLines) return
      if (bytes > this.#maxBytes && place > 0) return
      yield entry
    }
  }

  follow(listener: (line: RingLine) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Keeps only the latest lines. Runs rarely, because the buffer may grow to twice its limits
   * first.
   */
  #cut() {
    this.#lines = [...this.latest()].toReversed()
    this.#bytes = this.#lines.reduce((sum, { line }) => sum + line.length, 0)
  }
}
