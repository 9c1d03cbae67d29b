/** Creates an uncompressed ZIP archive. */
import { crc32 } from 'node:zlib'

export interface Part {
  name: string
  data: Uint8Array | string
}

const utf8Names = 0x800
/**
 * 1 January 1980, the earliest possible date in a ZIP archive, so that the demo is always
 * byte-identical.
 */
const firstDay = 0x21

export function zip(parts: readonly Part[]): Buffer<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data } of parts) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(data)]
    const facts = factsOf(nameBytes, bytes)
    const file = Buffer.concat([signature('PK\u0003\u0004'), facts, nameBytes, bytes])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const version = Buffer.from([20, 0])
    directory.push(signature('PK\u0001\u0002'), version, facts, place, nameBytes)
    files.push(file)
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, listed, signature('PK\u0005\u0006'), end])
}

const signature = (letters: string) => Buffer.from(letters, 'latin1')

/** Encodes the fields from version to extra length, which both headers of a file contain. */
function factsOf(name: Uint8Array, bytes: Uint8Array): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(utf8Names, 2)
  facts.writeUInt16LE(firstDay, 8)
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(bytes.length, 14)
  facts.writeUInt32LE(bytes.length, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}
