/** Builds the smallest valid ZIP file, without compression. */
export function buildTinyZip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of Object.entries(files)) {
    const shared = buildFields(name, bytes)
    const local = Buffer.concat([encodeNumbers('L', 0x04034b50), shared, Buffer.from(name), bytes])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    const [version, more] = [encodeNumbers('S', 20), Buffer.concat([rest, Buffer.from(name)])]
    directory.push(Buffer.concat([encodeNumbers('L', 0x02014b50), version, shared, more]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const count = encodeNumbers('S', 0, 0, directory.length, directory.length)
  const end = [
    encodeNumbers('L', 0x06054b50),
    count,
    encodeNumbers('L', central.length, offset),
    encodeNumbers('S', 0),
  ]
  return Buffer.concat([...locals, central, ...end])
}

/** Builds the fields shared by the file header and the directory record. */
function buildFields(name: string, bytes: Uint8Array) {
  const utf8 = 0x0800
  const januaryFirst1980 = 0x21
  const { length } = bytes
  return Buffer.concat([
    encodeNumbers('S', 20, utf8, 0, 0, januaryFirst1980),
    encodeNumbers('L', Bun.hash.crc32(bytes), length, length),
    encodeNumbers('S', Buffer.byteLength(name), 0),
  ])
}

/** Encodes little-endian numbers of two bytes (`S`) or four bytes (`L`). */
function encodeNumbers(size: 'S' | 'L', ...values: number[]) {
  const buffer = Buffer.alloc(values.length * (size === 'S' ? 2 : 4))
  values.forEach((value, position) => {
    if (size === 'S') buffer.writeUInt16LE(value, position * 2)
    else buffer.writeUInt32LE(value >>> 0, position * 4)
  })
  return buffer
}
