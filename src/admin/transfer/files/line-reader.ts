/** Reads the lines of an export file one after the other. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { WrongValue } from '../line-kinds'

/** The export cannot be imported. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}

const maxLineBytes = 64 * 1024 * 1024
const chunkBytes = 256 * 1024

export class LineReader<Value> {
  readonly #name: string
  readonly #lines: Iterator<string>
  readonly #parse: (value: unknown) => Value
  #next: Value | undefined
  #number = 0

  /** A file that does not exist has no lines. */
  constructor(folder: string, name: string, parse: (value: unknown) => Value) {
    this.#name = `${name}.jsonl`
    this.#lines = readLines(join(folder, this.#name))
    this.#parse = parse
    this.#advance()
  }

  /** The next value, or undefined at the end. */
  peek(): Value | undefined {
    return this.#next
  }

  take(): Value | undefined {
    const value = this.#next
    this.#advance()
    return value
  }

  /** Takes values as long as they match. */
  takeWhile(matches: (value: Value) => boolean): Value[] {
    const taken: Value[] = []
    while (this.#next !== undefined && matches(this.#next)) taken.push(this.take()!)
    return taken
  }

  /** Refuses the next line. */
  refuse(reason: string): never {
    throw new ImportRefused(
      `Line ${this.#number} of ${this.#name} cannot be imported: ${reason}. The file is damaged or was changed. Nothing was imported.`,
    )
  }

  close() {
    this.#lines.return?.()
  }

  #advance() {
    const { done, value } = this.#lines.next()
    this.#next = undefined
    if (done) return
    this.#number++
    try {
      this.#next = this.#parse(JSON.parse(value))
    } catch (error) {
      if (error instanceof WrongValue) this.refuse(error.message)
      if (error instanceof SyntaxError) this.refuse('it is not JSON')
      throw error
    }
  }
}

function* readLines(path: string): Generator<string> {
  if (!existsSync(path)) return
  const descriptor = openSync(path, 'r')
  try {
    let rest = Buffer.alloc(0)
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes)
      const length = readSync(descriptor, chunk)
      if (length === 0) break
      rest = Buffer.concat([rest, chunk.subarray(0, length)])
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
        yield rest.toString('utf8', 0, end)
        rest = rest.subarray(end + 1)
      }
      if (rest.length > maxLineBytes)
        throw new ImportRefused(`${path} has a line that is too long.`)
    }
    if (rest.length > 0) yield rest.toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}
