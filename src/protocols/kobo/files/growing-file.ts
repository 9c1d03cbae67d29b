/** A file that is written once and can be read while it grows. */
import { type FileHandle, open, rename, unlink } from 'node:fs/promises'

const readBytes = 256 * 1024

export class GrowingFile {
  readonly #path: string
  readonly #file: FileHandle
  #bytes = 0
  #state: 'open' | 'finished' | 'failed' = 'open'
  /** Number of readers, plus one for the writer. The last of them closes the file. */
  #users = 1
  #progress = Promise.withResolvers<void>()

  private constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  /** Creates the file. Truncates an existing file of this name. */
  static async create(path: string): Promise<GrowingFile> {
    return new GrowingFile(path, await open(path, 'w+'))
  }

  get bytes() {
    return this.#bytes
  }

  async write(chunk: Uint8Array) {
    for (let from = 0; from < chunk.length;) {
      const length = chunk.length - from
      const { bytesWritten } = await this.#file.write(chunk, from, length, this.#bytes)
      from += bytesWritten
      this.#bytes += bytesWritten
    }
    this.#notify()
  }

  /** Renames the completed file to its final name. Current readers can continue to read it. */
  async finish(name: string) {
    await rename(this.#path, name)
    await this.#end('finished')
  }

  /**
   * Makes the streams of all readers fail and deletes the file, unless writing has already ended.
   */
  async fail() {
    if (this.#state !== 'open') return
    await this.#end('failed')
    await unlink(this.#path)
  }

  async #end(state: 'finished' | 'failed') {
    this.#state = state
    this.#notify()
    await this.#leave()
  }

  async #leave() {
    this.#users--
    if (this.#users === 0) await this.#file.close()
  }

  #notify() {
    const { resolve } = this.#progress
    this.#progress = Promise.withResolvers<void>()
    resolve()
  }

  /**
   * Returns a stream of the whole file, including data that has not been written yet, or undefined
   * if writing has already ended.
   */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> | undefined {
    if (this.#state !== 'open') return undefined
    this.#users++
    let position = 0
    let isRead = true
    const leave = async () => {
      if (!isRead) return
      isRead = false
      await this.#leave()
    }
    return new ReadableStream({
      pull: async (controller) => {
        while (position === this.#bytes && this.#state === 'open') await this.#progress.promise
        // If the reader has disconnected in the meantime, there is nothing to do.
        if (!isRead) return
        if (this.#state !== 'failed' && position < this.#bytes) {
          const part = await this.#read(position)
          position += part.length
          controller.enqueue(part)
          return
        }
        await leave()
        if (this.#state === 'finished') controller.close()
        else controller.error(new Error('failed to write the file'))
      },
      cancel: leave,
    })
  }

  async #read(position: number) {
    const length = Math.min(readBytes, this.#bytes - position)
    const { buffer, bytesRead } = await this.#file.read(new Uint8Array(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  }
}
