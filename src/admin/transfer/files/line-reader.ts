/** Reads the lines of an export file one after another. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { WrongValue } from '../value-checks'

/** The export cannot be imported. The message states the reason. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}

const maxLineBytes = 16 * 1024 * 1024
const chunkBytes = 256 * 1024

/**
 * Throws `ImportRefused` unless the path is a regular file. Opening a pipe could block forever, and
 * reading a device might never end.
 */
export function requireRegularFile(path: string) {
  if (statSync(path).isFile()) return
  throw new ImportRefused(
    `${path} is not a regular file. Specify a folder that "quire export" wrote. Nothing was imported.`,
  )
}

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

  /** Returns the next value, or undefined at the end. */
  peek(): Value | undefined {
    return this.#next
  }

  take(): Value | undefined {
    const value = this.#next
    this.#advance()
    return value
  }

  /** Consumes values as long as they match. */
  takeWhile(matches: (value: Value) => boolean): Value[] {
    const taken: Value[] = []
    while (this.#next !== undefined && matches(this.#next)) taken.push(this.take()!)
    return taken
  }

  /** Rejects the next line. */
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

/** A file that does not exist has no lines. */
export function countLines(folder: string, name: string): number {
  let count = 0
  for (const _ of readLines(join(folder, `${name}.jsonl`))) count++
  return count
}

function* readLines(path: string): Generator<string> {
  if (!existsSync(path)) return
  requireRegularFile(path)
  const descriptor = openSync(path, 'r')
  try {
    // Chunks of a line whose end has not been read yet. They are joined only once.
    let parts: Buffer[] = []
    let partBytes = 0
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes)
      const length = readSync(descriptor, chunk)
      if (length === 0) break
      let from = 0
      for (let end = chunk.indexOf(10); end !== -1 && end < length; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8')
        parts = []
        partBytes = 0
        from = end + 1
      }
      parts.push(chunk.subarray(from, length))
      partBytes += length - from
      if (partBytes > maxLineBytes)
        throw new ImportRefused(
          `${path} has a line of more than ${maxLineBytes / 2 ** 20} MB, which no export contains. Nothing was imported.`,
        )
    }
    if (partBytes > 0) yield Buffer.concat(parts).toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}
