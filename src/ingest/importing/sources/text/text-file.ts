/** Reads text files of other programs in parts, because they can be large. */
import { closeSync, openSync, readSync } from 'node:fs'
import { Refusal } from '../../../../errors'
import { importMessages } from '../../messages'
import { type ServerKind, sourceNames } from '../../neutral-form'

const chunkBytes = 65_536
const startBytes = 4096

/** Throws a refusal with the reason. */
export function refuseDamaged(kind: ServerKind, reason: string): never {
  throw new Refusal('invalid', importMessages.damaged({ name: sourceNames[kind], reason }))
}

/** Returns the beginning of the file. Bytes that are not text are replaced. */
export function readTextStart(path: string): string {
  const bytes = Buffer.alloc(startBytes)
  const file = openSync(path, 'r')
  try {
    const length = readSync(file, bytes, 0, startBytes, 0)
    return createDecoder(bytes).decode(bytes.subarray(0, length), { stream: true })
  } finally {
    closeSync(file)
  }
}

export function* readTextChunks(path: string): Generator<string> {
  const bytes = Buffer.alloc(chunkBytes)
  const file = openSync(path, 'r')
  try {
    let decoder: TextDecoder | undefined
    for (;;) {
      const length = readSync(file, bytes, 0, chunkBytes, null)
      decoder ??= createDecoder(bytes)
      if (length === 0) return
      yield decoder.decode(bytes.subarray(0, length), { stream: true })
    }
  } finally {
    closeSync(file)
  }
}

/** Creates a decoder for UTF-8, or for UTF-16 if the bytes start with a byte order mark. */
function createDecoder([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  return new TextDecoder(first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8')
}
