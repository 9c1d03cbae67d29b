/** The smallest ZIP that a reader accepts: names and bytes, stored as they are. */
export function tinyZip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of Object.entries(files)) {
    const shared = describe(name, bytes)
    const local = Buffer.concat([numbers('L', 0x04034b50), shared, Buffer.from(name), bytes])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    const [version, more] = [numbers('S', 20), Buffer.concat([rest, Buffer.from(name)])]
    directory.push(Buffer.concat([numbers('L', 0x02014b50), version, shared, more]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const count = numbers('S', 0, 0, directory.length, directory.length)
  const end = [
    numbers('L', 0x06054b50),
    count,
    numbers('L', central.length, offset),
    numbers('S', 0),
  ]
  return Buffer.concat([...locals, central, ...end])
}

/** The part that stands in front of every file and again in the directory. */
function describe(name: string, bytes: Uint8Array) {
  const utf8 = 0x0800
  const januaryFirst1980 = 0x21
  const { length } = bytes
  return Buffer.concat([
    numbers('S', 20, utf8, 0, 0, januaryFirst1980),
    numbers('L', Bun.hash.crc32(bytes), length, length),
    numbers('S', Buffer.byteLength(name), 0),
  ])
}

/** Little-endian, of two bytes (`S`) or four (`L`). */
function numbers(size: 'S' | 'L', ...values: number[]) {
  const buffer = Buffer.alloc(values.length * (size === 'S' ? 2 : 4))
  values.forEach((value, position) => {
    if (size === 'S') buffer.writeUInt16LE(value, position * 2)
    else buffer.writeUInt32LE(value >>> 0, position * 4)
  })
  return buffer
}
